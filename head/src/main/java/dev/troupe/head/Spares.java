package dev.troupe.head;

import java.util.HashMap;
import java.util.Map;

/// Decides whether a process is started ahead, in place of one whose actor has left. The process of an actor is not reused, so a program that
/// creates and ends one actor after another would wait for a new JVM each time. One that creates its actors once needs no spare processes, and neither do
/// actors whose settings no other actor has.
final class Spares {
    private final int most;
    private final long window;
    private final Map<Kind, Placed> recently = new HashMap<>();

    private record Kind(NodeKey node, WorkerSettings settings) {
        static Kind of(Worker worker) {
            return new Kind(worker.node().key(), worker.settings());
        }
    }

    /// When the last two actors were placed in processes of a kind.
    ///
    /// @param several whether there are two
    private record Placed(long last, long before, boolean several) {}

    Spares(HeadSettings settings) {
        this.most = settings.sparesPerNode();
        this.window = settings.idleWorker().toNanos();
    }

    /// An actor was given this process.
    void placed(Worker worker, long now) {
        recently.merge(Kind.of(worker), new Placed(now, now, false), (earlier, _) -> new Placed(now, earlier.last, true));
    }

    /// Whether a process like this one, whose actor has left, will probably be needed soon. Those with GPUs are not: the devices are not theirs until
    /// they have work.
    boolean wanted(Worker worker, long now) {
        var placed = recently.get(Kind.of(worker));
        return placed != null && placed.several && now - placed.before <= window && worker.gpus().isEmpty()
                && worker.node().workers().stream().filter(Worker::spare).count() < most;
    }

    void tick(long now) {
        recently.values().removeIf(placed -> now - placed.last > window);
    }
}
