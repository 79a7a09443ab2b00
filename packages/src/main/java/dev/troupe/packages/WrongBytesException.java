package dev.troupe.packages;

import java.io.IOException;

/// The bytes that arrived are not those of the package. They have been thrown away.
public final class WrongBytesException extends IOException {
    private static final long serialVersionUID = 1;

    WrongBytesException(String message) {
        super(message);
    }
}
