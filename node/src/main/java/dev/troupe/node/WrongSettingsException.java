package dev.troupe.node;

import java.io.IOException;

/// What a worker is to be started with cannot be, now or later.
final class WrongSettingsException extends IOException {
    private static final long serialVersionUID = 1;

    WrongSettingsException(String message, Exception cause) {
        super(message, cause);
    }
}
