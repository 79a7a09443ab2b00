package dev.troupe.operator;

/// The operator cannot work. The message is for the one who installed it.
public final class OperatorException extends RuntimeException {
    private static final long serialVersionUID = 1;

    OperatorException(String message, Throwable cause) {
        super(message, cause);
    }
}
