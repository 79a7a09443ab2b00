package dev.troupe.node;

import java.util.function.LongSupplier;

/// Limits how fast one worker may print: a burst, then a steady rate. A worker that prints faster has to wait, so that it takes no CPU time from
/// others. Nothing is lost.
final class Pace {
    private static final long BYTES_PER_SECOND = 20L << 20;
    private static final long BURST = 16L << 20;

    private final LongSupplier nanoTime;
    private long free = BURST;
    private long last;

    Pace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.last = nanoTime.getAsLong();
    }

    /// How long to wait after that many bytes, in nanoseconds.
    synchronized long after(int bytes) {
        long now = nanoTime.getAsLong();
        long earned = Math.min(now - last, 1_000_000_000) * BYTES_PER_SECOND / 1_000_000_000;
        if (earned > 0) {
            last = now;
            free = Math.min(BURST, free + earned);
        }
        free -= bytes;
        return free >= 0 ? 0 : -free * 1_000_000_000 / BYTES_PER_SECOND;
    }
}
