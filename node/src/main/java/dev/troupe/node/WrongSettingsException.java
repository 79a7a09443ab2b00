package dev.troupe.node;

import java.io.IOException;

/// The settings of a worker are invalid, so it can never be started.
final class WrongSettingsException extends IOException {
    private static final long serialVersionUID = 1;

    WrongSettingsException(String message, Exception cause) {
        super(message, cause);
    }
}
