package io.ray.runtime;

import dev.troupe.runtime.Troupe;
import io.ray.api.runtime.RayRuntime;
import io.ray.api.runtime.RayRuntimeFactory;

/// What `Ray.init()` looks for by this name.
public final class DefaultRayRuntimeFactory implements RayRuntimeFactory {
    @Override
    public RayRuntime createRayRuntime() {
        return Troupe.start();
    }
}
