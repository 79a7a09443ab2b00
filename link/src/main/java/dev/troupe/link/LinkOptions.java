package dev.troupe.link;

import dev.troupe.transport.Encryption;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// The options of links.
///
/// @param timeout the connection to a peer that is silent for this long is closed
/// @param grace how long a peer may take to reconnect after its connection ended for any reason
/// @param handshake how long connecting and authenticating may take
/// @param window the bytes of one channel that may be in transit or unconsumed at the receiver
/// @param queue the bytes kept for a peer until it acknowledges them
/// @param maxMessage the largest message that is accepted
/// @param encryption which TCP connections are encrypted; both sides must agree
/// @param group the run this process belongs to; processes of different groups do not link
public record LinkOptions(Duration timeout, Duration grace, Duration handshake, int window, int queue, int maxMessage,
        Encryption encryption, String group) {
    /// The most bytes of a group's name.
    static final int LONGEST_GROUP = 200;

    public LinkOptions {
        positive(timeout.toMillis(), "timeout");
        positive(grace.toMillis(), "grace");
        positive(handshake.toMillis(), "handshake");
        positive(window, "window");
        positive(maxMessage, "maxMessage");
        if (queue < 4 * Frame.MAX_BODY) {
            throw new IllegalArgumentException("queue of " + queue + " bytes is too small; give at least " + 4 * Frame.MAX_BODY);
        }
        if (group.getBytes(StandardCharsets.UTF_8).length > LONGEST_GROUP) {
            throw new IllegalArgumentException("group '" + group + "' is too long; a name has at most " + LONGEST_GROUP + " bytes");
        }
    }

    private static void positive(long value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException("link option " + name + " must be more than 0, not " + value);
        }
    }

    /// A timeout of 30 s, a grace period of 35 s (enough for a cut of 30 s and the reconnect afterwards), windows of 4 MiB, messages up to 1 GiB,
    /// encryption between machines.
    public static LinkOptions defaults() {
        return new LinkOptions(Duration.ofSeconds(30), Duration.ofSeconds(35), Duration.ofSeconds(10), 4 << 20, 4 << 20, 1 << 30,
                Encryption.BETWEEN_MACHINES, "");
    }

    public LinkOptions withTimeout(Duration to) {
        return new LinkOptions(to, grace, handshake, window, queue, maxMessage, encryption, group);
    }

    public LinkOptions withGrace(Duration to) {
        return new LinkOptions(timeout, to, handshake, window, queue, maxMessage, encryption, group);
    }

    public LinkOptions withHandshake(Duration to) {
        return new LinkOptions(timeout, grace, to, window, queue, maxMessage, encryption, group);
    }

    public LinkOptions withWindow(int to) {
        return new LinkOptions(timeout, grace, handshake, to, queue, maxMessage, encryption, group);
    }

    public LinkOptions withQueue(int to) {
        return new LinkOptions(timeout, grace, handshake, window, to, maxMessage, encryption, group);
    }

    public LinkOptions withMaxMessage(int to) {
        return new LinkOptions(timeout, grace, handshake, window, queue, to, encryption, group);
    }

    public LinkOptions withEncryption(Encryption to) {
        return new LinkOptions(timeout, grace, handshake, window, queue, maxMessage, to, group);
    }

    public LinkOptions withGroup(String to) {
        return new LinkOptions(timeout, grace, handshake, window, queue, maxMessage, encryption, to);
    }
}
