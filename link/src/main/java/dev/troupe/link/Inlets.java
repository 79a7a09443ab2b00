package dev.troupe.link;

/// How much of the peer's stream was received, and the receiving ends of all channels. Read by the sending half, which tells the peer.
final class Inlets {
    private final Inlet[] inlets = new Inlet[Frame.CHANNELS];
    private volatile long received;

    Inlets(int window, int maxMessage) {
        for (int i = 0; i < inlets.length; i++) {
            inlets[i] = new Inlet(window, maxMessage);
        }
    }

    Inlet at(int channel) {
        return inlets[channel];
    }

    /// Bytes of whole numbered frames received so far.
    long received() {
        return received;
    }

    void received(long total) {
        received = total;
    }

    /// How much of a channel was consumed in all.
    long consumed(int channel) {
        return inlets[channel].consumed();
    }

    /// Channels on which the peer has ever sent, as bits.
    int used() {
        int bits = 0;
        for (int i = 0; i < inlets.length; i++) {
            bits |= inlets[i].used() ? 1 << i : 0;
        }
        return bits;
    }

    /// Channels of which the sender does not know all that was consumed, as bits.
    int unannounced() {
        int bits = 0;
        for (int i = 0; i < inlets.length; i++) {
            bits |= inlets[i].unannounced() ? 1 << i : 0;
        }
        return bits;
    }
}
