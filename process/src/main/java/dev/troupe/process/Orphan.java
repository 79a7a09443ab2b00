package dev.troupe.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ends a worker whose starting process is gone.
public final class Orphan {
    private static final int FAILED = 1;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private Orphan() {}

    /// Ends this process after a last action. A shutdown hook of the user, or a broken pipe, must not keep an orphan alive: after five seconds
    /// the process is halted. Does not return.
    public static void end(Runnable last) {
        Thread.ofPlatform().daemon().name("troupe-orphan").start(() -> {
            try {
                boolean never = new CountDownLatch(1).await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                assert !never;
            } catch (InterruptedException hurry) {
                // at once, then
            }
            Runtime.getRuntime().halt(FAILED);
        });
        try {
            last.run();
        } finally {
            System.exit(FAILED);
        }
    }
}
