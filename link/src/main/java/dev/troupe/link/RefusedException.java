package dev.troupe.link;

import java.io.IOException;

/// One side does not want the other; the message says why in words for the other's user.
final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    /// Why, as it crosses the wire: by ordinal, so new reasons go to the end.
    enum Reason {
        OTHER, TOKEN, VERSION, ALREADY_LINKED, SESSION_OVER, CLOSING;

        /// Part of normal life, nothing to log.
        boolean ordinary() {
            return this == ALREADY_LINKED || this == SESSION_OVER || this == CLOSING;
        }
    }

    private final Reason reason;

    RefusedException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }
}
