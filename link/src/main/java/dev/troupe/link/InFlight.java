package dev.troupe.link;

import dev.troupe.transport.Connection;

/// How many of the bytes written to a connection the kernel may still hold. Only acknowledged bytes are known to be gone, and the peer acknowledges
/// only the stream: control frames are known to be read when stream bytes behind them are acknowledged. The count is never too low. Guarded by the
/// lock of its [Outbound].
final class InFlight {
    /// The kernel's overhead for each write when it counts its memory: at most 2,304 bytes on Linux.
    static final int PER_WRITE = 2304;

    private final int room;
    private long held;
    /// The last byte of the stream that was written, and the number of bytes held up to it.
    private long last;
    private long untilLast;
    /// An earlier such position, so that the count falls before the peer has acknowledged everything.
    private long mark;
    private long untilMark;

    /// @param room see [Connection#room()]
    InFlight(int room) {
        this.room = room;
    }

    /// Whether a write of this many bytes cannot block.
    boolean admits(int bytes) {
        return held + PER_WRITE + bytes <= room;
    }

    /// Control frames were written.
    void wrote(long bytes) {
        held += PER_WRITE + bytes;
    }

    /// Bytes were written, the last of them just before position `end` of the stream.
    void wrote(long bytes, long end) {
        wrote(bytes);
        last = end;
        untilLast = held;
        if (untilMark == 0) {
            mark = last;
            untilMark = untilLast;
        }
    }

    /// The peer has acknowledged the stream up to there.
    void acknowledged(long to) {
        if (to >= last) {
            held -= untilLast;
            untilLast = 0;
            untilMark = 0;
        } else if (to >= mark) {
            held -= untilMark;
            untilLast -= untilMark;
            mark = last;
            untilMark = untilLast;
        }
    }
}
