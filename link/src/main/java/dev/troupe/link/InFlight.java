package dev.troupe.link;

/// How much of what was written to a connection the kernel may still hold. Only what the peer acknowledges is known to be gone, and it
/// acknowledges the stream alone: control frames are known to be read when bytes of the stream behind them are. The count is never too
/// low. Guarded by the lock of its [Outbound].
final class InFlight {
    /// What the kernel adds to each write, however small, when it counts its memory: 2,304 bytes at most on Linux.
    static final int PER_WRITE = 2304;

    private final int room;
    private long held;
    /// The last byte of the stream that was written, and how much was held up to it.
    private long last;
    private long untilLast;
    /// An earlier one of those, so that the count falls before the peer has acknowledged everything.
    private long mark;
    private long untilMark;

    /// @param room see [Connection#room()]
    InFlight(int room) {
        this.room = room;
    }

    /// Whether a write of so many bytes cannot block.
    boolean admits(int bytes) {
        return held + PER_WRITE + bytes <= room;
    }

    /// Control frames were written.
    void wrote(long bytes) {
        held += PER_WRITE + bytes;
    }

    /// Bytes were written, the last of them that of the stream before position `end`.
    void wrote(long bytes, long end) {
        wrote(bytes);
        last = end;
        untilLast = held;
        if (untilMark == 0) {
            mark = last;
            untilMark = untilLast;
        }
    }

    /// The peer has the stream up to there.
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
