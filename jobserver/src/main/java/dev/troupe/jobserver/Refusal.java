package dev.troupe.jobserver;

/// A rejected request, with its HTTP status and a message for the sender.
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
    static final int MALFORMED = 400;
    static final int NOBODY = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;
    static final int TOO_LARGE = 413;
    static final int INTERNAL = 500;
    static final int NOT_HERE = 501;

    private final int status;

    Refusal(int status, String sentence) {
        super(sentence, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
