package dev.troupe.link;

import java.io.IOException;

/// The peer's machine answered and said that no process is there: a shorter grace is enough.
final class PeerGoneException extends IOException {
    private static final long serialVersionUID = 1;

    PeerGoneException(String message) {
        super(message);
    }
}
