package dev.troupe.link;

/// The frames of the wire protocol. Each frame is an int32 with the length of the rest, a byte with the kind, and the fields of that kind; see
/// README.md.
///
/// Numbered frames form the stream whose byte offsets are acknowledged; the others are sent between them and are never repeated.
final class Frame {
    static final int MAGIC = 0x54524c4b;
    static final int VERSION = 2;

    /// The most bytes of a message in one frame; larger messages are split.
    static final int MAX_BODY = 64 << 10;
    /// Length field, kind and channel: the overhead of a message on the wire.
    static final int MESSAGE_HEADER = 6;
    /// The largest value of the length field, after and before authentication.
    static final int MAX_LENGTH = MAX_BODY + MESSAGE_HEADER;
    static final int MAX_HANDSHAKE = 1 << 10;
    /// The most bytes of a stream's request.
    static final int MAX_REQUEST = 512;

    // numbered
    static final byte PART = 1;
    static final byte MESSAGE = 2;
    // unnumbered
    static final byte ACK = 16;
    static final byte WINDOW = 17;
    static final byte PING = 18;
    static final byte GOODBYE = 19;
    // handshake
    static final byte HELLO = 32;
    static final byte CHALLENGE = 33;
    static final byte PROOF = 34;
    static final byte WELCOME = 35;
    static final byte REFUSED = 36;
    static final byte STREAM = 37;
    static final byte STREAMING = 38;

    /// How many channels a link has.
    static final int CHANNELS = 16;

    private Frame() {}

    static int checked(int channel) {
        if (channel < 0 || channel >= CHANNELS) {
            throw new IllegalArgumentException("channel " + channel + " does not exist; channels are 0 to " + (CHANNELS - 1));
        }
        return channel;
    }
}
