package dev.troupe.head;

/// A task of the simulation, as its submitter sees it.
final class SimTask {
    final long number;
    final Shape shape;
    /// The run in a worker that waits for it, or null.
    final SimRun waitsForIt;
    /// The driver, for which it must end exactly once.
    final SimProcess submitter;
    int ended;
    int attempts;

    SimTask(long number, Shape shape, SimProcess submitter, SimRun waitsForIt) {
        this.number = number;
        this.shape = shape;
        this.submitter = submitter;
        this.waitsForIt = waitsForIt;
    }
}
