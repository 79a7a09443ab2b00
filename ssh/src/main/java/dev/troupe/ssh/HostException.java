package dev.troupe.ssh;

/// Something could not be done on a host. The message is for the user, with the next step.
public final class HostException extends Exception {
    private static final long serialVersionUID = 1;

    HostException(String sentence) {
        super(sentence);
    }

    HostException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
