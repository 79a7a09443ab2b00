package dev.troupe.transfer;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/// Which chunks of an object a pull has, which are under way and from whom, and which it wants. Pure bookkeeping, for one thread at a time.
///
/// @param <S> who brings chunks
final class Chunks<S> {
    private static final int MOST_DOUBLED = 10;

    private final int count;
    private final long slow;
    private final BitSet here = new BitSet();
    private final BitSet underWay = new BitSet();
    private final Object[] from;
    private final long[] since;
    private final int[] tries;

    /// @param slow nanoseconds after which a chunk that is under way may come from another source; each source of the same chunk has twice the time of
    /// the one before, because the fault may lie here
    Chunks(int count, long slow) {
        this.count = count;
        this.slow = slow;
        this.from = new Object[count];
        this.since = new long[count];
        this.tries = new int[count];
    }

    /// An empty object has one empty chunk, so that it is asked for like any other.
    static int count(long bytes, int chunk) {
        return Math.max(1, Math.toIntExact((bytes + chunk - 1) / chunk));
    }

    /// Those that are not here and that nobody else brings in time.
    BitSet wanted(S by, long now) {
        BitSet wanted = new BitSet(count);
        wanted.set(0, count);
        wanted.andNot(here);
        for (int chunk = underWay.nextSetBit(0); chunk >= 0; chunk = underWay.nextSetBit(chunk + 1)) {
            if (from[chunk] == by || !slow(chunk, now)) {
                wanted.clear(chunk);
            }
        }
        return wanted;
    }

    /// Whether this source shall bring the chunk now. If another is too slow with it, that one has to [#giveBack] it first.
    boolean take(int chunk, S by, long now) {
        if (chunk < 0 || chunk >= count || here.get(chunk) || underWay.get(chunk)) {
            return false;
        }
        underWay.set(chunk);
        from[chunk] = by;
        since[chunk] = now;
        tries[chunk]++;
        return true;
    }

    private boolean slow(int chunk, long now) {
        return now - since[chunk] > slow << Math.min(tries[chunk] - 1, MOST_DOUBLED);
    }

    /// The source that is too slow with this chunk.
    @SuppressWarnings("unchecked")
    Optional<S> tooSlow(int chunk, long now) {
        return chunk >= 0 && chunk < count && underWay.get(chunk) && slow(chunk, now) ? Optional.of((S) from[chunk])
                : Optional.empty();
    }

    void arrived(int chunk) {
        leave(chunk);
        here.set(chunk);
    }

    void giveBack(int chunk) {
        leave(chunk);
    }

    private void leave(int chunk) {
        underWay.clear(chunk);
        from[chunk] = null;
    }

    int missing() {
        return count - here.cardinality();
    }

    int underWay() {
        return underWay.cardinality();
    }

    int count() {
        return count;
    }

    @Override
    public String toString() {
        return missing() + " of " + count + " missing, under way from " + Arrays.toString(from);
    }
}
