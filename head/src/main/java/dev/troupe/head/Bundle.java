package dev.troupe.head;

/// A part of a placement group, and where it lies.
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

    /// From now on work can use it.
    void open() {
        if (pool == null) {
            pool = Pool.ofBundle(hold);
        }
    }

    /// It was placed in vain: not all of its group found room.
    void undo() {
        hold.release();
        forget();
    }

    /// What of it is not in use goes back to its node now, the rest when it is free.
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
