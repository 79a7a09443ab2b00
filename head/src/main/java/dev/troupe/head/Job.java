package dev.troupe.head;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// A driver's program and everything that belongs to it.
final class Job {
    private final Fact.JobStarted start;
    private final Set<Worker> workers = new LinkedHashSet<>();
    private final Set<Actor> actors = new LinkedHashSet<>();
    private final Set<Group> groups = new LinkedHashSet<>();
    private final Waiter.Turn turn = new Waiter.Turn();
    private boolean ended;

    Job(Fact.JobStarted start) {
        this.start = start;
    }

    JobKey key() {
        return start.job();
    }

    ProcessKey driver() {
        return start.driver();
    }

    String namespace() {
        return start.namespace();
    }

    /// Where its driver runs, if that is a node.
    Optional<NodeKey> node() {
        return start.node();
    }

    WorkerSettings shared() {
        return start.shared();
    }

    Fact.JobTerms terms() {
        return start.terms();
    }

    Set<Worker> workers() {
        return workers;
    }

    /// The actors that are not dead.
    Set<Actor> actors() {
        return actors;
    }

    /// The groups that are not removed.
    Set<Group> groups() {
        return groups;
    }

    Waiter.Turn turn() {
        return turn;
    }

    boolean ended() {
        return ended;
    }

    void end() {
        ended = true;
    }

    /// Whether nothing of it is left.
    boolean isOver() {
        return ended && workers.isEmpty() && actors.isEmpty() && groups.isEmpty();
    }

    /// Whether its shared worker is the driver itself.
    boolean embedded() {
        return workers.stream().anyMatch(Worker::embedded);
    }

    /// The effective shape of a request: GPUs, or settings other than the job's, require a process of its own.
    Shape effective(Shape shape) {
        var settings = shape.settings();
        boolean alone = !settings.equals(shared()) || shape.resources().amount(Resources.GPU) > 0;
        return alone ? new Shape(shape.resources(), shape.bundle(), settings.alone()) : shape;
    }
}
