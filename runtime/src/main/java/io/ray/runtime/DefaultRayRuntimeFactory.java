package io.ray.runtime;

import dev.troupe.runtime.Troupe;
import io.ray.api.runtime.RayRuntime;
import io.ray.api.runtime.RayRuntimeFactory;

/// `Ray.init()` finds the runtime by this name.
public final class DefaultRayRuntimeFactory implements RayRuntimeFactory {
    @Override
    public RayRuntime createRayRuntime() {
        return Troupe.start();
    }
}
