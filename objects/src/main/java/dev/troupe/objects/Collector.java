package dev.troupe.objects;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Objects are freed when the garbage collector finds that nobody refers to them. A process that only passes references on hardly ever makes
/// it run, however large what they stand for: when the store fills up, it is asked to.
public final class Collector {
    private static final long PACE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /// At most this part of the time goes into it.
    private static final int SHARE = 20;

    private final Executor later;
    private final AtomicLong due = new AtomicLong(System.nanoTime());

    Collector(Executor later) {
        this.later = later;
    }

    /// Collects soon; false when that was done just before.
    public boolean ask() {
        long now = System.nanoTime();
        long after = due.get();
        boolean again = now - after >= 0 && due.compareAndSet(after, now + PACE_NANOS);
        if (again) {
            later.execute(this::collect);
        }
        return again;
    }

    private void collect() {
        long began = System.nanoTime();
        System.gc();
        long ended = System.nanoTime();
        due.set(ended + Math.max(PACE_NANOS, (ended - began) * SHARE));
    }
}
