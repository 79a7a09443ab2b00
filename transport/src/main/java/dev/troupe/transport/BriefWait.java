package dev.troupe.transport;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Polls for what is probably some microseconds away, because a thread that sleeps and is woken needs longer than that. It stops polling while
/// polling does not pay off, and tries again now and then.
///
/// Threads may share one: its memory of what paid off is then an estimate.
public final class BriefWait {
    private static final int MOST_VAIN = 4;
    private static final int FIRST_PAUSE = 64;
    private static final int LONGEST_PAUSE = 4_096;

    private final long nanos;
    private final LongSupplier clock;
    /// Polls in a row that did not pay off, and how many waits come without a poll before the next one.
    private int vain;
    private int pause = FIRST_PAUSE;
    private int skipped;

    /// @param nanos how long to poll at most
    public BriefWait(long nanos) {
        this(nanos, System::nanoTime);
    }

    BriefWait(long nanos, LongSupplier clock) {
        this.nanos = nanos;
        this.clock = clock;
    }

    /// Whether it came while polling; if it did not, the thread should sleep. The thread yields between two looks, because on a busy machine the
    /// one that brings it may need this core.
    @SuppressWarnings("ThreadPriorityCheck") // yielding is a courtesy here; correctness does not depend on it
    public boolean comes(BooleanSupplier there) {
        if (vain >= MOST_VAIN && ++skipped < pause) {
            return false;
        }
        skipped = 0;
        long deadline = clock.getAsLong() + nanos;
        while (!there.getAsBoolean()) {
            if (clock.getAsLong() >= deadline) {
                inVain();
                return false;
            }
            Thread.yield();
        }
        if (clock.getAsLong() >= deadline) { // other threads need this core: a thread that sleeps would have had it back sooner
            inVain();
        } else {
            vain = 0;
            pause = FIRST_PAUSE;
        }
        return true;
    }

    private void inVain() {
        if (++vain > MOST_VAIN) {
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
    }
}
