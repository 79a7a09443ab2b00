package dev.troupe.messages;

import io.ray.api.exception.RayException;

/// Thrown to code that still uses Ray after it was shut down.
public final class ShutDownException extends RayException {
    private static final long serialVersionUID = 1;

    /// @param cause the failure that this caused, or null
    public ShutDownException(Throwable cause) {
        super("Ray was shut down: its objects and actors are gone; call Ray.init() to start it again", cause);
    }
}
