package dev.troupe.objects;

import dev.troupe.transport.BriefWait;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// One thread that waits until a given number of several objects have an outcome.
final class Waiting implements Runnable {
    private final Thread thread = Thread.currentThread();
    private final AtomicInteger missing;

    Waiting(int count) {
        missing = new AtomicInteger(count);
    }

    @Override
    public void run() {
        if (missing.decrementAndGet() == 0) {
            LockSupport.unpark(thread);
        }
    }

    /// Enough of them already have an outcome.
    void enough() {
        missing.set(0);
        LockSupport.unpark(thread);
    }

    boolean over() {
        return missing.get() <= 0;
    }

    /// False if the time is up first; a negative limit means no limit.
    ///
    /// @param soon polls first
    boolean await(long nanos, BriefWait soon) throws InterruptedException {
        return soon.comes(this::over) || await(nanos);
    }

    /// False if the time is up first; a negative limit means no limit.
    boolean await(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        while (missing.get() > 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (nanos < 0) {
                LockSupport.park(this);
            } else {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
            }
        }
        return true;
    }
}
