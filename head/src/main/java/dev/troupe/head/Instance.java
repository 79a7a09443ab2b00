package dev.troupe.head;

/// One incarnation of an actor in a worker.
final class Instance {
    private final Actor actor;
    private final int incarnation;
    private final Worker worker;
    private final Hold hold;
    private boolean placed;
    private boolean awaited;

    Instance(Actor actor, int incarnation, Worker worker, Hold hold) {
        this.actor = actor;
        this.incarnation = incarnation;
        this.worker = worker;
        this.hold = hold;
    }

    Actor actor() {
        return actor;
    }

    int incarnation() {
        return incarnation;
    }

    Worker worker() {
        return worker;
    }

    Hold hold() {
        return hold;
    }

    /// Whether the worker was told about it.
    boolean placed() {
        return placed;
    }

    void place() {
        placed = true;
    }

    /// Whether the next incarnation waits for the end of this one.
    boolean awaited() {
        return awaited;
    }

    void await(boolean now) {
        awaited = now;
    }
}
