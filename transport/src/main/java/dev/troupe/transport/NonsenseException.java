package dev.troupe.transport;

import java.io.IOException;

/// The peer violated the protocol; the message completes "closed the connection with X: …".
public final class NonsenseException extends IOException {
    private static final long serialVersionUID = 1;

    public NonsenseException(String message) {
        super(message);
    }
}
