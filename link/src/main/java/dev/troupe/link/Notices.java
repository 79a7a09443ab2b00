package dev.troupe.link;

import java.nio.ByteBuffer;

/// What must be sent to the peer between the frames of the stream: acknowledgement, windows, ping, goodbye. They carry absolute values, which are
/// looked up when they are written. Guarded by the lock of its [Outbound].
final class Notices {
    private final Inlets inlets;
    private long acked;
    private boolean ack;
    private boolean ping;
    private int windows;
    private boolean closing;
    private boolean goodbyeSaid;

    Notices(Inlets inlets) {
        this.inlets = inlets;
    }

    void ackDue() {
        ack = true;
    }

    void pingDue() {
        ping = true;
    }

    /// @param channels as bits
    void windowsDue(int channels) {
        windows |= channels;
    }

    /// Goodbye is due when everything else has been written.
    void close() {
        closing = true;
    }

    boolean closing() {
        return closing;
    }

    boolean goodbyeSaid() {
        return goodbyeSaid;
    }

    /// Whether something is due now; goodbye is added when nothing is queued.
    boolean due() {
        return ack || ping || windows != 0;
    }

    /// Whether the peer knows everything that this side has received.
    boolean acknowledged() {
        return acked == inlets.received();
    }

    /// On a new connection, everything is sent to the peer again.
    void startOver() {
        goodbyeSaid = false;
        ack = true;
        windows = inlets.used();
    }

    /// @param spare whether an acknowledgement that is not due costs nothing, because the write is small and happens anyway
    void write(ByteBuffer into, boolean spare) {
        long received = inlets.received();
        if (ack || (spare && received != acked)) {
            into.putInt(9).put(Frame.ACK).putLong(received);
            acked = received;
            ack = false;
        }
        if (ping) {
            into.putInt(1).put(Frame.PING);
            ping = false;
        }
        for (; windows != 0; windows &= windows - 1) {
            int channel = Integer.numberOfTrailingZeros(windows);
            into.putInt(10).put(Frame.WINDOW).put((byte) channel).putLong(inlets.consumed(channel));
        }
    }

    void sayGoodbye(ByteBuffer into) {
        into.putInt(9).put(Frame.GOODBYE).putLong(inlets.received());
        goodbyeSaid = true;
    }
}
