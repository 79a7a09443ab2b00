package dev.troupe.hosting;

import dev.troupe.transport.BriefWait;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A thread that waits a while for more work.
final class Rest {
    /// A caller that waits for each result makes its next call within this time.
    static final long POLL_NANOS = 60_000;
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Thread thread = Thread.currentThread();
    private volatile boolean over;

    /// Wakes it for more work.
    void end() {
        over = true;
        LockSupport.unpark(thread);
    }

    /// False if there was no work for a while.
    ///
    /// @param soon polls first
    boolean await(BriefWait soon) {
        return soon.comes(() -> over) || sleep();
    }

    private boolean sleep() {
        long deadline = System.nanoTime() + NANOS;
        while (!over) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            LockSupport.parkNanos(this, left);
            boolean _ = Thread.interrupted(); // a late cancellation must not interrupt the next task
        }
        return true;
    }
}
