package dev.troupe.task;

import java.time.Duration;
import java.util.TreeSet;

/// Waits until enough peers are linked. It is woken when one joins, by `finish` or by a failure, and never polls.
record PeersThere(Task<?> task, int count) {
    /// Whether enough peers are linked when the wait ends.
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
