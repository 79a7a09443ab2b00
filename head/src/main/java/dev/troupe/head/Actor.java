package dev.troupe.head;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The state of an actor.
final class Actor {
    private ActorSpec spec;
    private final Actor parent;
    private final Set<Actor> children = new LinkedHashSet<>(2);
    private final Set<ProcessKey> holders = new LinkedHashSet<>(2);
    private ActorState state;
    private ActorQueue waitsIn;
    private Instance instance;
    private int incarnation;
    private int restarts;
    /// The number of restarts that count against its limit.
    private int paid;
    private final FailedStarts failedStarts = new FailedStarts();
    private boolean leaving;
    private String why = "";
    private boolean environmentFailed;
    private byte[] failure = {};

    Actor(ActorSpec spec, Actor parent, ActorState state) {
        this.spec = spec;
        this.parent = parent;
        this.state = state;
    }

    ActorSpec spec() {
        return spec;
    }

    ActorKey key() {
        return spec.key();
    }

    /// The actor that created it, and with which it dies; null if no actor did.
    Actor parent() {
        return parent;
    }

    Set<Actor> children() {
        return children;
    }

    /// Processes that have handles.
    Set<ProcessKey> holders() {
        return holders;
    }

    ActorState state() {
        return state;
    }

    void become(ActorState next, String because) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(spec + " cannot become " + next + " after " + state);
        }
        state = next;
        why = because;
    }

    void die(byte[] thrown) {
        failure = thrown;
        spec = spec.withoutCreation();
        holders.clear();
    }

    /// @param pays whether that restart counts against its limit
    boolean mayRestart(boolean pays) {
        return !leaving && spec.maxRestarts() != 0 && (spec.maxRestarts() < 0 || !pays || paid < spec.maxRestarts());
    }

    void restart(boolean pays) {
        restarts++;
        if (pays) {
            paid++;
        }
    }

    /// From now on it runs in a process of its own.
    void alone() {
        spec = spec.alone();
    }

    int restarts() {
        return restarts;
    }

    int nextIncarnation() {
        return ++incarnation;
    }

    FailedStarts failedStarts() {
        return failedStarts;
    }

    /// It dies because no worker with its settings could be started.
    void environmentFailed() {
        environmentFailed = true;
    }

    ActorQueue waitsIn() {
        return waitsIn;
    }

    void waitsIn(ActorQueue queue) {
        waitsIn = queue;
    }

    /// The worker in which it lives or is being created; null if there is none.
    Instance instance() {
        return instance;
    }

    boolean is(int number) {
        return instance != null && instance.incarnation() == number;
    }

    void instance(Instance next) {
        instance = next;
    }

    /// It ends after the calls it already has.
    boolean leaving() {
        return leaving;
    }

    void leave() {
        leaving = true;
    }

    private Optional<Worker> worker() {
        return Optional.ofNullable(instance).map(Instance::worker);
    }

    Effect.ActorChanged news(List<ProcessKey> to) {
        return new Effect.ActorChanged(to, key(), state, worker().map(Worker::key), worker().map(worker -> worker.node().key()),
                incarnation,
                restarts, why, environmentFailed, failure);
    }

    Cluster.ActorView view() {
        return view(spec);
    }

    Cluster.ActorView view(ActorSpec spec) {
        return new Cluster.ActorView(spec, state, worker().map(Worker::key), worker().map(worker -> worker.node().key()), incarnation,
                restarts,
                why);
    }
}
