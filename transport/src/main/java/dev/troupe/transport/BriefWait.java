package dev.troupe.transport;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Polls for what is probably some microseconds away, because a thread that sleeps and is woken needs longer than that. It stops polling while
/// polling does not pay off, and tries again now and then. The first wait does not poll, and one poll in vain after it is enough to stop: in a
/// program with many actors, most of their threads are not in a conversation.
///
/// Threads may share one: its memory of what paid off is then an estimate.
public final class BriefWait {
    private static final int MOST_VAIN = 4;
    private static final int FIRST_PAUSE = 64;
    private static final int LONGEST_PAUSE = 4_096;

    private final long nanos;
    private final LongSupplier clock;
    /// Grows with each poll in vain and shrinks with each that paid off. At [#MOST_VAIN], the next waits, as many as the pause says, do not poll.
    /// One poll that pays off does not end such a phase for long: on a busy machine some do by luck, and the others cost milliseconds.
    private int vain = MOST_VAIN;
    private int pause = FIRST_PAUSE;
    private int skipped = FIRST_PAUSE - 2;

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
            paidOff();
        }
        return true;
    }

    // The bounds hold even if two threads count at once.
    private void inVain() {
        if (vain >= MOST_VAIN) {
            pause = Math.min(4 * pause, LONGEST_PAUSE);
        }
        vain = Math.min(vain + 1, MOST_VAIN);
    }

    private void paidOff() {
        if (vain == 0) {
            pause = Math.max(pause / 2, FIRST_PAUSE);
        }
        vain = Math.max(vain - 1, 0);
    }
}
