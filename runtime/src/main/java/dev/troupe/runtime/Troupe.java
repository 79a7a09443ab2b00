package dev.troupe.runtime;

import io.ray.api.runtime.RayRuntime;

/// What this runtime can do beyond Ray's API.
public final class Troupe {
    private Troupe() {}

    /// What `Ray.init()` does.
    public static RayRuntime start() {
        return Driver.start();
    }
}
