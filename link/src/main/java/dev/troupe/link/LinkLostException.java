package dev.troupe.link;

/// The session with the peer is over: its process is gone, said goodbye, or was out of reach for too long.
public final class LinkLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public LinkLostException(String message) {
        super(message);
    }
}
