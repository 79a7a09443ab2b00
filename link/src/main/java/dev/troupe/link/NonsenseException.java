package dev.troupe.link;

import java.io.IOException;

/// The peer violated the protocol; the message completes "closed the connection with X: …".
final class NonsenseException extends IOException {
    private static final long serialVersionUID = 1;

    NonsenseException(String message) {
        super(message);
    }
}
