package dev.troupe.messages;

import io.ray.api.exception.RayActorException;
import io.ray.api.id.ActorId;

/// Ray's exception says only that an actor died; this one adds the reason.
public final class ActorDiedException extends RayActorException {
    private static final long serialVersionUID = 1;

    private final String message;

    public ActorDiedException(ActorId actor, String message, Throwable cause) {
        this.actorId = actor;
        this.message = message;
        if (cause != null) {
            initCause(cause);
        }
    }

    @Override
    public String getMessage() {
        return message;
    }
}
