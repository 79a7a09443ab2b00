package dev.troupe.link;

import java.nio.ByteBuffer;

/// The outbound stream of a session: numbered frames, each written here once and kept until the peer has acknowledged it. Positions are byte
/// offsets since the session began. The ring starts small and doubles up to its bound. Guarded by the lock of its [Outbound]; bytes handed out for
/// writing do not change until they are acknowledged, even when the ring grows.
final class Ring {
    private static final int FIRST = 16 << 10;

    private final int bound;
    private ByteBuffer bytes = ByteBuffer.allocateDirect(FIRST);
    private int mask = FIRST - 1;
    private long start;
    private long taken;
    private long end;

    Ring(int bound) {
        this.bound = Integer.highestOneBit(bound);
    }

    /// The first byte that is not acknowledged.
    long start() {
        return start;
    }

    /// The first byte that was not handed to the present connection.
    long taken() {
        return taken;
    }

    /// The position of the next frame.
    long end() {
        return end;
    }

    int used() {
        return (int) (end - start);
    }

    /// The number of bytes not handed to the present connection.
    int waiting() {
        return (int) (end - taken);
    }

    int bound() {
        return bound;
    }

    /// The bytes of memory it uses.
    int capacity() {
        return mask + 1;
    }

    boolean fits(int body) {
        return used() + body + Frame.MESSAGE_HEADER <= bound;
    }

    /// Appends a PART or MESSAGE.
    void put(byte kind, int channel, byte[] message, int from, int length) {
        reserve(length + Frame.MESSAGE_HEADER);
        putInt(length + 2);
        putByte(kind);
        putByte((byte) channel);
        putBytes(message, from, length);
    }

    /// Frees everything before `to`.
    void free(long to) {
        start = to;
    }

    /// Everything up to here was handed to the connection.
    void take(long to) {
        taken = to;
    }

    /// A new connection continues at `to`: the bytes before it were received, the others are handed out again.
    void rewind(long to) {
        start = to;
        taken = to;
    }

    /// The bytes from `from` to `to`, or as many of them as are contiguous.
    ByteBuffer piece(long from, long to) {
        int at = (int) from & mask;
        return bytes.slice(at, (int) Math.min(to - from, mask + 1 - at));
    }

    /// Copies the bytes from `from` to `to`.
    void copy(long from, long to, ByteBuffer into) {
        while (from < to) {
            int at = (int) from & mask;
            int n = (int) Math.min(to - from, mask + 1 - at);
            into.put(into.position(), bytes, at, n);
            into.position(into.position() + n);
            from += n;
        }
    }

    /// The number of messages that end after `start`: these are lost if the session ends now.
    long messages() {
        long count = 0;
        for (long at = start; at < end;) {
            int length = byteAt(at) << 24 | byteAt(at + 1) << 16 | byteAt(at + 2) << 8 | byteAt(at + 3);
            if (byteAt(at + 4) != Frame.PART) {
                count++;
            }
            at += 4 + length;
        }
        return count;
    }

    /// Frees memory that a burst has needed.
    void shrink() {
        if (start == end && mask + 1 > FIRST) {
            bytes = ByteBuffer.allocateDirect(FIRST);
            mask = FIRST - 1;
        }
    }

    private int byteAt(long position) {
        return bytes.get((int) position & mask) & 0xff;
    }

    private void reserve(int length) {
        if (used() + length > mask + 1) {
            grow(used() + length);
        }
    }

    private void grow(int needed) {
        int capacity = Math.max(mask + 1, FIRST);
        while (capacity < needed) {
            capacity *= 2;
        }
        ByteBuffer larger = ByteBuffer.allocateDirect(capacity);
        for (long at = start; at < end;) {
            ByteBuffer piece = piece(at, end);
            int into = (int) at & (capacity - 1);
            int n = Math.min(piece.remaining(), capacity - into);
            larger.put(into, piece, 0, n);
            at += n;
        }
        bytes = larger;
        mask = capacity - 1;
    }

    private void putByte(byte value) {
        bytes.put((int) end++ & mask, value);
    }

    private void putInt(int value) {
        int at = (int) end & mask;
        if (at + 4 <= mask + 1) {
            bytes.putInt(at, value);
            end += 4;
        } else {
            for (int shift = 24; shift >= 0; shift -= 8) {
                putByte((byte) (value >>> shift));
            }
        }
    }

    private void putBytes(byte[] source, int from, int length) {
        int at = (int) end & mask;
        int first = Math.min(length, mask + 1 - at);
        bytes.put(at, source, from, first);
        if (first < length) {
            bytes.put(0, source, from + first, length - first);
        }
        end += length;
    }
}
