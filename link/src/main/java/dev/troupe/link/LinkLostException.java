package dev.troupe.link;

/// The session with the peer has ended: its process has died, said goodbye, or was unreachable for too long.
public final class LinkLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public LinkLostException(String message) {
        super(message);
    }
}
