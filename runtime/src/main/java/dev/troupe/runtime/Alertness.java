package dev.troupe.runtime;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/// Short waits are spent awake, for waking a thread takes as long as a quick call. Only one thread of a process does so at a time, and the
/// less often the more it was in vain: whoever waits for long things sleeps at once.
final class Alertness {
    private static final long NANOS = 50_000;
    private static final int MOST_SKIPPED = 64;
    private static final boolean POSSIBLE = Runtime.getRuntime().availableProcessors() > 1;

    private final AtomicBoolean taken = new AtomicBoolean();
    // Guarded by `taken`.
    private int skip;
    private int skipped;

    /// Whether it is over; false means that it is time to sleep.
    boolean await(BooleanSupplier over) {
        if (!POSSIBLE || Thread.currentThread().isVirtual() || !taken.compareAndSet(false, true)) {
            return over.getAsBoolean();
        }
        try {
            if (skipped < skip) {
                skipped++;
                return over.getAsBoolean();
            }
            skipped = 0;
            boolean soon = watch(over);
            skip = soon ? 0 : Math.min(MOST_SKIPPED, skip * 2 + 1);
            return soon;
        } finally {
            taken.set(false);
        }
    }

    private static boolean watch(BooleanSupplier over) {
        long end = System.nanoTime() + NANOS;
        while (!over.getAsBoolean()) {
            if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }
}
