package dev.troupe.link;

/// The number of bytes received from the peer's stream, and the receiving ends of all channels. The sending half reads this to inform the peer.
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

    /// The bytes of whole numbered frames received so far.
    long received() {
        return received;
    }

    void received(long total) {
        received = total;
    }

    /// The total number of consumed bytes of a channel.
    long consumed(int channel) {
        return inlets[channel].consumed();
    }

    /// The channels on which the peer has ever sent, as bits.
    int used() {
        int bits = 0;
        for (int i = 0; i < inlets.length; i++) {
            bits |= inlets[i].used() ? 1 << i : 0;
        }
        return bits;
    }

    /// The channels whose sender does not know the latest number of consumed bytes, as bits.
    int unannounced() {
        int bits = 0;
        for (int i = 0; i < inlets.length; i++) {
            bits |= inlets[i].unannounced() ? 1 << i : 0;
        }
        return bits;
    }
}
