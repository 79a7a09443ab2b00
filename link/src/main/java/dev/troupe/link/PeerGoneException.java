package dev.troupe.link;

import java.io.IOException;

/// Nobody listens at an address, as the machine there says itself. That may be for a moment: a session does not end by it.
final class PeerGoneException extends IOException {
    private static final long serialVersionUID = 1;

    PeerGoneException(String message) {
        super(message);
    }
}
