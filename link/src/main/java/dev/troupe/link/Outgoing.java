package dev.troupe.link;

/// A message that goes piece by piece: too large for one frame, or behind such a one. Guarded by the lock of its [Outbound].
final class Outgoing {
    private final byte kind;
    private final long number;
    private final byte[] array;
    private final int from;
    private final int to;
    private final int releases;
    private int at;
    private boolean done;

    /// @param releases bytes of the request that this answers and that are released once it is sent; -1 for none
    Outgoing(byte kind, long number, byte[] array, int offset, int length, int releases) {
        this.kind = kind;
        this.number = number;
        this.array = array;
        this.from = offset;
        this.to = offset + length;
        this.releases = releases;
        this.at = offset;
    }

    int releases() {
        return releases;
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
        ring.append(done ? kind : Frame.PART, channel, number, array, at, length);
        at += length;
    }
}
