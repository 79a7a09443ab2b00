package dev.troupe.head;

/// An attempt to run a task, in its worker.
final class SimRun {
    final SimTask task;
    final LeaseKey lease;
    final int attempt;
    int children;
    boolean blocked;

    SimRun(SimTask task, LeaseKey lease, int attempt) {
        this.task = task;
        this.lease = lease;
        this.attempt = attempt;
    }
}
