package dev.troupe.values;

/// A value cannot be serialized, or bytes do not contain a value. The message names what was being written or read.
public final class ValueException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ValueException(String message) {
        super(message);
    }

    ValueException(String message, Throwable cause) {
        super(message, cause);
    }
}
