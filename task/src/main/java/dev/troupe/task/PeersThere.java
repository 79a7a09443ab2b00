package dev.troupe.task;

import java.time.Duration;
import java.util.TreeSet;

/// Waits until so many peers are linked: woken when one joins, by `finish`, by a failure; never polling.
record PeersThere(Task<?> task, int count) {
    /// Whether they are there when it ends.
    boolean await(Duration timeout) throws InterruptedException {
        Subscription joined = task.on(Router.PEER_JOINED, (Integer node) -> task.life().change(() -> {}));
        try {
            task.ready();
            return new LongWait(task.life()).await(this::there, timeout, this::waiting) && there();
        } finally {
            joined.off();
        }
    }

    private boolean there() {
        return task.router().peers().size() >= count;
    }

    private String waiting() {
        return "node " + task.router().nodeId() + " still waits for " + count + " peers; the linked nodes are "
                + new TreeSet<>(task.router().peers());
    }
}
