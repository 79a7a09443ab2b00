package dev.troupe.objects;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Objects are freed when the garbage collector finds that they are no longer referred to. A process that only passes references on allocates
/// little and rarely triggers a collection, however large the objects are. When the store fills up, the collector is therefore asked to run.
public final class Collector {
    private static final long PACE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /// At most this part of the time is spent on it.
    private static final int SHARE = 20;

    private final Executor later;
    private final AtomicLong due = new AtomicLong(System.nanoTime());

    Collector(Executor later) {
        this.later = later;
    }

    /// Collects soon; returns false if that was done just before.
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
