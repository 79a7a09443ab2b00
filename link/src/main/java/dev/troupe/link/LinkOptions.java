package dev.troupe.link;

import java.nio.file.Path;
import java.time.Duration;

/// How links behave.
///
/// @param timeout a peer silent for this long is cut off
/// @param grace how long a peer may take to come back after its connection ended, whatever ended it
/// @param handshake how long connecting and authenticating may take
/// @param window bytes of one channel that may be on their way or unconsumed at the receiver
/// @param queue bytes kept for a peer until it acknowledges them
/// @param maxMessage the largest message accepted
/// @param tls whether TCP is encrypted; both sides must agree
/// @param tlsKey the key store with this user's TLS key, made at first use
public record LinkOptions(Duration timeout, Duration grace, Duration handshake, int window, int queue, int maxMessage, boolean tls,
        Path tlsKey) {
    public LinkOptions {
        positive(timeout.toMillis(), "timeout");
        positive(grace.toMillis(), "grace");
        positive(handshake.toMillis(), "handshake");
        positive(window, "window");
        positive(maxMessage, "maxMessage");
        if (queue < 4 * Frame.MAX_BODY) {
            throw new IllegalArgumentException("queue of " + queue + " bytes is too small; it takes at least " + 4 * Frame.MAX_BODY);
        }
    }

    private static void positive(long value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException("link option " + name + " must be more than 0, not " + value);
        }
    }

    /// Timeout 30 s; a grace of 35 s, into which a cut of 30 s and the connecting afterwards fit; windows of 4 MiB, messages up to 1 GiB,
    /// no TLS.
    public static LinkOptions defaults() {
        return new LinkOptions(Duration.ofSeconds(30), Duration.ofSeconds(35), Duration.ofSeconds(10), 4 << 20, 4 << 20, 1 << 30, false,
                Token.home().resolve(".troupe").resolve("tls.p12"));
    }

    public LinkOptions withTimeout(Duration to) {
        return new LinkOptions(to, grace, handshake, window, queue, maxMessage, tls, tlsKey);
    }

    public LinkOptions withGrace(Duration to) {
        return new LinkOptions(timeout, to, handshake, window, queue, maxMessage, tls, tlsKey);
    }

    public LinkOptions withHandshake(Duration to) {
        return new LinkOptions(timeout, grace, to, window, queue, maxMessage, tls, tlsKey);
    }

    public LinkOptions withWindow(int to) {
        return new LinkOptions(timeout, grace, handshake, to, queue, maxMessage, tls, tlsKey);
    }

    public LinkOptions withQueue(int to) {
        return new LinkOptions(timeout, grace, handshake, window, to, maxMessage, tls, tlsKey);
    }

    public LinkOptions withMaxMessage(int to) {
        return new LinkOptions(timeout, grace, handshake, window, queue, to, tls, tlsKey);
    }

    public LinkOptions withTls(boolean to) {
        return new LinkOptions(timeout, grace, handshake, window, queue, maxMessage, to, tlsKey);
    }

    public LinkOptions withTlsKey(Path to) {
        return new LinkOptions(timeout, grace, handshake, window, queue, maxMessage, tls, to);
    }
}
