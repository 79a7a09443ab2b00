package dev.troupe.task;

/// The task cannot continue: a listener, a middleware or the connection to a peer failed. The cause says which.
public final class TaskFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TaskFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
