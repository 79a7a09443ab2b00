package dev.troupe.ssh;

/// Something could not be done on a host, or on this machine for its cluster. The message is for the user, with the next step.
public final class HostException extends Exception {
    private static final long serialVersionUID = 1;

    public HostException(String sentence) {
        super(sentence);
    }

    public HostException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
