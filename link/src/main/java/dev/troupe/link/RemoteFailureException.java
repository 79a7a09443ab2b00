package dev.troupe.link;

/// The peer received a request and failed to answer it; the message is the peer's.
public final class RemoteFailureException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public RemoteFailureException(String message) {
        super(message);
    }
}
