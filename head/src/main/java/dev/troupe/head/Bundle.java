package dev.troupe.head;

/// A part of a placement group, and its place.
final class Bundle {
    private final Resources resources;
    private Node node;
    private Hold hold;
    private Pool pool;

    Bundle(Resources resources) {
        this.resources = resources;
    }

    Resources resources() {
        return resources;
    }

    boolean placed() {
        return node != null;
    }

    Node node() {
        return node;
    }

    Pool pool() {
        return pool;
    }

    void place(Node on) {
        node = on;
        hold = on.pool().take(resources, false);
    }

    /// Work can use it from now on.
    void open(Pool.Watch watch) {
        if (pool == null) {
            pool = Pool.ofBundle(hold, watch);
        }
    }

    /// Its placement is undone, because not all bundles of its group found resources.
    void undo() {
        hold.release();
        forget();
    }

    /// Its unused part returns to its node now, the rest when it becomes free.
    void close() {
        if (pool != null) {
            pool.leaveTo(node.pool());
        }
        forget();
    }

    private void forget() {
        node = null;
        hold = null;
        pool = null;
    }
}
