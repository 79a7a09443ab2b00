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
    private boolean lost;
    private boolean suspect;
    private boolean draining;
    /// When a drain ends the work that is left.
    private long deadline;
    private int starting;
    private int actors;

    /// Idle processes of the same kind are interchangeable.
    private record Kind(WorkerSettings settings, List<Integer> gpus) {}

    Node(Fact.NodeJoined about) {
        this.about = about;
        this.pool = Pool.ofNode(about.total());
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

    NodeState state() {
        return lost ? NodeState.LOST : suspect ? NodeState.SUSPECT : draining ? NodeState.DRAINING : NodeState.ALIVE;
    }

    /// Whether new work may be placed on it.
    boolean open() {
        return state() == NodeState.ALIVE && !(pool.total().isEmpty() && about.embeddedWorker().isEmpty());
    }

    void lost() {
        lost = true;
    }

    void suspect(boolean now) {
        suspect = now;
    }

    boolean draining() {
        return draining;
    }

    void drain(long until) {
        draining = true;
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
    }

    int actors() {
        return actors;
    }

    void actors(int change) {
        actors += change;
    }

    boolean hasIdle(WorkerSettings settings) {
        return idle.containsKey(new Kind(settings, List.of()));
    }

    void rest(Worker worker) {
        idle.computeIfAbsent(new Kind(worker.settings(), worker.gpus()), _ -> new ArrayDeque<>()).push(worker);
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
