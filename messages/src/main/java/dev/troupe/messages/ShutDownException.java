package dev.troupe.messages;

import io.ray.api.exception.RayException;

/// What everybody gets who still uses something of a Ray that was shut down.
public final class ShutDownException extends RayException {
    private static final long serialVersionUID = 1;

    /// @param cause what went wrong because of it, or null
    public ShutDownException(Throwable cause) {
        super("Ray was shut down: its objects and actors are gone; call Ray.init() to start it again", cause);
    }
}
