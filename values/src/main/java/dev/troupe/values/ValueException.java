package dev.troupe.values;

/// A value that cannot be made into bytes, or bytes that are no value. The message names what was being written or read.
public final class ValueException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ValueException(String message) {
        super(message);
    }

    ValueException(String message, Throwable cause) {
        super(message, cause);
    }
}
