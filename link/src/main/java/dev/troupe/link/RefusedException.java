package dev.troupe.link;

import java.io.IOException;

/// One side does not want the other; the message says why in words for the other's user.
final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    /// What the other side learns besides the reason's code.
    enum Told {
        /// It is a stranger.
        NOTHING,
        /// Node ids and versions, which every stranger may know; the one text that must be readable across versions.
        TEXT,
        /// It has proven itself, and can check that we have the token, too.
        PROVEN_TEXT
    }

    /// Why, with the code that crosses the wire.
    enum Reason {
        OTHER(0, Told.PROVEN_TEXT), TOKEN(1, Told.NOTHING), VERSION(2, Told.TEXT), ALREADY_LINKED(3, Told.PROVEN_TEXT), SESSION_OVER(4,
                Told.PROVEN_TEXT),
        CLOSING(5, Told.PROVEN_TEXT), GROUP(6, Told.PROVEN_TEXT), RELAYED(7, Told.NOTHING);

        private final int code;
        private final Told told;

        Reason(int code, Told told) {
            this.code = code;
            this.told = told;
        }

        byte code() {
            return (byte) code;
        }

        Told told() {
            return told;
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
