package dev.troupe.runtime;

import dev.troupe.head.Effect;
import io.ray.api.exception.RayActorException;
import io.ray.api.exception.RayException;
import io.ray.api.exception.RayTaskException;

/// The exceptions of the API, made from what is known.
final class Failing {
    private Failing() {}

    /// User code threw.
    static RayTaskException task(Engine engine, long number, String name, Throwable cause) {
        return new RayTaskException(engine.self().pid(), engine.self().ip(),
                "Error executing task " + Ids.task(engine.self().job(), number) + " (" + name + ")", cause);
    }

    /// The actor is dead, or restarts and does not repeat calls.
    static RuntimeException actor(ActorClient client, Effect.ActorChanged last, Codec codec) {
        if (last != null && last.failure().length > 0) {
            return (RuntimeException) codec.values().decode(last.failure());
        }
        RayActorException died = new RayActorException(Ids.actor(client.key));
        died.initCause(new RayException(last == null ? "it was never created" : last.why()));
        return died;
    }
}
