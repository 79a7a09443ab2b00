package dev.troupe.parallel;

import dev.troupe.task.TaskFailedException;
import dev.troupe.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/// The start of a task with peers: waits until every expected peer is linked, or fails in time and names the missing ones.
final class Gathering {
    private static final System.Logger LOG = System.getLogger("dev.troupe.parallel");

    private static final Duration SILENCE = Duration.ofSeconds(5);

    private Gathering() {}

    /// Waits on the monitor of `router`, which is notified whenever a peer joins.
    ///
    /// @param missing a sentence for each peer that is not linked yet
    static void await(Object router, Duration patience, Supplier<List<String>> missing) {
        long begin = System.nanoTime();
        long deadline = begin + patience.toNanos();
        boolean said = false;
        synchronized (router) {
            for (List<String> absent = missing.get(); !absent.isEmpty(); absent = missing.get()) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new TaskFailedException(
                            "after " + patience.toMillis() / 1000.0 + " s still not linked: " + String.join("; ", absent),
                            null);
                }
                if (!said && System.nanoTime() - begin >= SILENCE.toNanos()) {
                    said = true;
                    LOG.log(System.Logger.Level.WARNING, "after {0}, the task still waits for {1}; it fails after {2}",
                            Durations.text(SILENCE), String.join("; ", absent), Durations.text(patience));
                }
                try {
                    // A refused connection does not notify this thread, so it checks every second to keep the message up to date.
                    router.wait(Math.min(left, 1000));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new TaskFailedException("interrupted while waiting for peers: " + String.join("; ", absent), e);
                }
            }
        }
    }
}
