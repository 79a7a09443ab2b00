package dev.troupe.link;

import java.io.IOException;

/// One side does not want the other; the message says why in words for the other's user.
final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    /// Why, with the code that crosses the wire.
    enum Reason {
        OTHER(0), TOKEN(1), VERSION(2), ALREADY_LINKED(3), SESSION_OVER(4), CLOSING(5);

        private final int code;

        Reason(int code) {
            this.code = code;
        }

        byte code() {
            return (byte) code;
        }

        /// A code we do not know is some other reason.
        static Reason of(byte code) {
            for (Reason reason : values()) {
                if (reason.code == code) {
                    return reason;
                }
            }
            return OTHER;
        }

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
