package dev.troupe.transfer;

import dev.troupe.link.ByteStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/// The chunks of one object that this node has, for all who read or write them: a whole object of the store, or one that is being pulled. It stays
/// where it is until the last user has left. Thread-safe.
final class Holding {
    private static final long UNKNOWN = -1;

    private final Bytes bytes;
    private final int chunk;
    private final int count;
    private final BitSet here = new BitSet();
    private final int[] served;
    private final long[] sums;
    private final Random random;
    private int users = 1;
    private boolean given;

    /// Where the bytes are.
    interface Bytes {
        long size();

        MemorySegment segment();

        void send(ByteStream to, long from, long count) throws IOException;

        /// Nobody uses them any more.
        void release();
    }

    /// @param whole whether all chunks are there already
    Holding(Bytes bytes, int chunk, boolean whole, Random random) {
        this.bytes = bytes;
        this.chunk = chunk;
        this.count = Chunks.count(bytes.size(), chunk);
        this.served = new int[count];
        this.sums = new long[count];
        this.random = random;
        Arrays.fill(sums, UNKNOWN);
        if (whole) {
            here.set(0, count);
        }
    }

    boolean fits(Request.Fetch fetch) {
        return bytes.size() == fetch.bytes() && chunk == fetch.chunk();
    }

    /// False if the last user has left.
    synchronized boolean enter() {
        if (users > 0) {
            users++;
        }
        return users > 0;
    }

    synchronized boolean used() {
        return users > 0;
    }

    void leave() {
        boolean last;
        synchronized (this) {
            last = --users == 0;
        }
        if (last) {
            bytes.release();
        }
    }

    /// One of the wanted chunks: the one that was sent least often, so that those who pull at the same time get different ones, which they can exchange.
    ///
    /// @param patience how long to wait for a wanted chunk
    synchronized int offer(BitSet wanted, long patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience;
        while (!given) {
            int best = rarest(wanted);
            if (best >= 0) {
                served[best]++;
                return best;
            }
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return Talk.NOTHING_YET;
            }
            wait(left);
        }
        return Talk.GONE;
    }

    private int rarest(BitSet wanted) {
        int best = -1;
        int equals = 0;
        for (int each = wanted.nextSetBit(0); each >= 0 && each < count; each = wanted.nextSetBit(each + 1)) {
            if (!here.get(each) || (best >= 0 && served[each] > served[best])) {
                continue;
            }
            equals = best >= 0 && served[each] == served[best] ? equals + 1 : 1;
            if (equals == 1 || random.nextInt(equals) == 0) {
                best = each;
            }
        }
        return best;
    }

    /// It was offered and not taken.
    synchronized void withdraw(int offered) {
        served[offered]--;
    }

    int length(int which) {
        return (int) Math.min(chunk, bytes.size() - (long) which * chunk);
    }

    /// The CRC32C of a chunk that is here.
    int sum(int which) {
        synchronized (this) {
            if (sums[which] != UNKNOWN) {
                return (int) sums[which];
            }
        }
        CRC32C crc = new CRC32C();
        crc.update(buffer(which));
        synchronized (this) {
            sums[which] = crc.getValue();
        }
        return (int) crc.getValue();
    }

    /// The bytes of a chunk in the store, to be written by the one thread that fetches it.
    ByteBuffer buffer(int which) {
        return bytes.segment().asSlice((long) which * chunk, length(which)).asByteBuffer();
    }

    void send(int which, ByteStream to) throws IOException {
        bytes.send(to, (long) which * chunk, length(which));
    }

    /// A chunk has arrived and was verified.
    synchronized void arrived(int which, int sum) {
        here.set(which);
        sums[which] = Integer.toUnsignedLong(sum);
        notifyAll();
    }

    /// The pull failed: others must look elsewhere.
    synchronized void giveUp() {
        given = true;
        notifyAll();
    }
}
