package dev.troupe.transfer;

import java.io.IOException;

/// An object could not be copied to this node. The message says which node lacked what.
public final class PullException extends IOException {
    private static final long serialVersionUID = 1;

    /// Why, for callers that decide what to do next.
    public enum Reason {
        /// No node that can be reached has the missing parts: compute the object again.
        LOST,
        /// Its owner deleted it.
        DELETED,
        /// The store of this node has no room for it: release references here.
        STORE_FULL,
        /// This side closed its [Transfers].
        CLOSED
    }

    private final Reason reason;

    PullException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /// The same, for one of several callers: each gets an exception of its own.
    PullException again() {
        return new PullException(reason, getMessage(), this);
    }

    public Reason reason() {
        return reason;
    }
}
