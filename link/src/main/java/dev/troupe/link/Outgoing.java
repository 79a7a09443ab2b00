package dev.troupe.link;

/// A message that is sent in pieces, because it is too large for one frame or waits behind such a message. Guarded by the lock of its [Outbound].
final class Outgoing {
    private final byte[] array;
    private final int from;
    private final int to;
    private int at;
    private boolean done;

    Outgoing(byte[] array, int offset, int length) {
        this.array = array;
        this.from = offset;
        this.to = offset + length;
        this.at = offset;
    }

    /// Bytes that are not in the stream yet.
    int left() {
        return to - at;
    }

    boolean begun() {
        return at > from || done;
    }

    boolean done() {
        return done;
    }

    /// Appends the next piece to the stream.
    void feed(Ring ring, int channel) {
        int length = Math.min(Frame.MAX_BODY, left());
        done = at + length == to;
        ring.put(done ? Frame.MESSAGE : Frame.PART, channel, array, at, length);
        at += length;
    }
}
