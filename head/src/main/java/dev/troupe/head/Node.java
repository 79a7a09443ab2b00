package dev.troupe.head;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A machine and the workers on it.
final class Node {
    private final Fact.NodeJoined about;
    private final Pool pool;
    private final Set<Worker> workers = new LinkedHashSet<>();
    private final Map<JobKey, Worker> shared = new HashMap<>();
    private final Map<Kind, Deque<Worker>> idle = new HashMap<>();
    /// Drivers that run on it.
    private final Set<ProcessKey> drivers = new LinkedHashSet<>(2);
    /// Placement groups with bundles on it.
    private final Set<Group> groups = new LinkedHashSet<>(2);
    private boolean lost;
    private boolean suspect;
    private boolean draining;
    /// When a drain ends the work that is left.
    private long deadline;
    private int starting;
    private int actors;
    private final Changes changes;
    private int slot;
    private boolean indexed = true;

    /// Is notified of what decides whether work can be placed on the node.
    interface Changes {
        /// Its free resources, its workers or its state have changed.
        ///
        /// @param more whether there may be room for work that found none
        void changed(Node node, boolean more);
    }

    /// Idle processes of the same kind are interchangeable.
    private record Kind(WorkerSettings settings, List<Integer> gpus) {}

    Node(Fact.NodeJoined about, Changes changes) {
        this.about = about;
        this.changes = changes;
        this.pool = Pool.ofNode(about.total(), more -> changes.changed(this, more));
    }

    /// Its place in the [NodeIndex].
    int slot() {
        return slot;
    }

    void slot(int place) {
        slot = place;
    }

    /// Whether the index knows its present state.
    boolean indexed() {
        return indexed;
    }

    void indexed(boolean now) {
        indexed = now;
    }

    boolean hasGpus() {
        return about.total().amount(Resources.GPU) > 0;
    }

    NodeKey key() {
        return about.node();
    }

    Fact.NodeJoined about() {
        return about;
    }

    Pool pool() {
        return pool;
    }

    Set<Worker> workers() {
        return workers;
    }

    Map<JobKey, Worker> shared() {
        return shared;
    }

    Set<ProcessKey> drivers() {
        return drivers;
    }

    Set<Group> groups() {
        return groups;
    }

    NodeState state() {
        return lost ? NodeState.LOST : suspect ? NodeState.SUSPECT : draining ? NodeState.DRAINING : NodeState.ALIVE;
    }

    /// Whether new work may be placed on it.
    boolean open() {
        return !lost && !suspect && !draining && takesWork();
    }

    /// A node without resources belongs to a driver that only brought its object store.
    boolean takesWork() {
        return !pool.total().isEmpty() || about.embeddedWorker().isPresent();
    }

    void lost() {
        lost = true;
    }

    void suspect(boolean now) {
        suspect = now;
        changes.changed(this, !now);
    }

    boolean draining() {
        return draining;
    }

    void drain(long until) {
        draining = true;
        changes.changed(this, false);
        deadline = until;
    }

    long deadline() {
        return deadline;
    }

    int starting() {
        return starting;
    }

    void starting(int change) {
        starting += change;
        changes.changed(this, change < 0);
    }

    int actors() {
        return actors;
    }

    void actors(int change) {
        actors += change;
        changes.changed(this, false);
    }

    boolean hasIdle(WorkerSettings settings) {
        return idle.containsKey(new Kind(settings, List.of()));
    }

    void rest(Worker worker) {
        idle.computeIfAbsent(new Kind(worker.settings(), worker.gpus()), _ -> new ArrayDeque<>()).push(worker);
        changes.changed(this, true);
    }

    /// The idle process that was used last, or null.
    Worker wake(WorkerSettings settings, List<Integer> gpus) {
        var resting = idle.get(new Kind(settings, gpus));
        return resting == null ? null : without(resting.peek());
    }

    /// A process of this kind that is being started and has no work yet.
    Optional<Worker> startingSpare(WorkerSettings settings, List<Integer> gpus) {
        return workers.stream().filter(worker -> worker.stage() == Worker.Stage.STARTING && worker.spare()
                && worker.settings().equals(settings) && worker.gpus().equals(gpus)).findFirst();
    }

    /// The worker is no longer idle.
    Worker without(Worker worker) {
        idle.computeIfPresent(new Kind(worker.settings(), worker.gpus()), (_, resting) -> {
            resting.remove(worker);
            return resting.isEmpty() ? null : resting;
        });
        return worker;
    }
}
