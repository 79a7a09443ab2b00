package dev.troupe.hosting;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A thread that waits a while for more work.
final class Rest {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Thread thread = Thread.currentThread();
    private volatile boolean over;

    /// There is work for it.
    void end() {
        over = true;
        LockSupport.unpark(thread);
    }

    /// False when there was none for a while.
    boolean await() {
        long deadline = System.nanoTime() + NANOS;
        while (!over) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            LockSupport.parkNanos(this, left);
            boolean _ = Thread.interrupted(); // a cancellation that came too late is not the next task's
        }
        return true;
    }
}
