package dev.troupe.task;

import java.time.Duration;
import java.util.TreeSet;

/// Waits until so many peers are linked: woken when one joins, by `finish`, by a failure; never polling.
record PeersThere(Task<?> task, int count) {
    private static final System.Logger LOG = System.getLogger("dev.troupe.task");
    /// After this silence people want to know what it waits for.
    private static final Duration SILENCE = Duration.ofSeconds(5);

    /// Whether they are there when it ends.
    boolean await(Duration timeout) throws InterruptedException {
        Subscription joined = task.on(Router.PEER_JOINED, (Integer node) -> task.life().change(() -> {}));
        try {
            task.ready();
            if (!task.life().await(this::there, timeout.compareTo(SILENCE) < 0 ? timeout : SILENCE) && timeout.compareTo(SILENCE) > 0) {
                LOG.log(System.Logger.Level.INFO, "node {0} waits for {1} peers; linked are {2}", task.router().nodeId(), count,
                        new TreeSet<>(task.router().peers()));
                return task.life().await(this::there, timeout.minus(SILENCE)) && there();
            }
            return there();
        } finally {
            joined.off();
        }
    }

    private boolean there() {
        return task.router().peers().size() >= count;
    }
}
