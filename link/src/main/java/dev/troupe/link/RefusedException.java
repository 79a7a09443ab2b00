package dev.troupe.link;

import java.io.IOException;

/// One side refuses the other; the message gives the reason to the user of the other side.
final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    /// What the other side learns besides the code of the reason.
    enum Told {
        /// Nothing: the other side is a stranger.
        NOTHING,
        /// Node ids and versions, which any stranger may know. This is the one text that must be readable across versions.
        TEXT,
        /// The whole text: the other side has proven itself, and can check that this side has the token, too.
        PROVEN_TEXT
    }

    /// The reason, with the code that is sent.
    enum Reason {
        OTHER(0, Told.PROVEN_TEXT), TOKEN(1, Told.NOTHING), VERSION(2, Told.TEXT), ALREADY_LINKED(3, Told.PROVEN_TEXT), SESSION_OVER(4,
                Told.PROVEN_TEXT),
        CLOSING(5, Told.PROVEN_TEXT), GROUP(6, Told.PROVEN_TEXT), RELAYED(7, Told.NOTHING), BUSY(8, Told.PROVEN_TEXT);

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

        /// An unknown code counts as another reason.
        static Reason of(byte code) {
            for (Reason reason : values()) {
                if (reason.code == code) {
                    return reason;
                }
            }
            return OTHER;
        }

        /// Expected in normal operation and not logged.
        boolean ordinary() {
            return this == ALREADY_LINKED || this == SESSION_OVER || this == CLOSING || this == BUSY;
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
