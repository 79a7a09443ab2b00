package dev.troupe.runtime;

import io.ray.api.options.CallOptions;
import io.ray.api.runtimecontext.ResourceValue;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/// Access to the two things that the API hides from its implementations.
final class ApiCorners {
    private static final VarHandle RUNTIME_ENV;
    private static final MethodHandle RESOURCE_VALUE;

    static {
        try {
            Lookup own = MethodHandles.lookup();
            RUNTIME_ENV = MethodHandles.privateLookupIn(CallOptions.class, own).findVarHandle(CallOptions.class,
                    "serializedRuntimeEnvInfo", String.class);
            RESOURCE_VALUE = MethodHandles.privateLookupIn(ResourceValue.class, own).findConstructor(ResourceValue.class,
                    MethodType.methodType(void.class, long.class, double.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("io.ray:ray-api is not the version that this runtime needs (2.39.0)"
                    + ", or it is a module that is not open: put it on the class path", e);
        }
    }

    private ApiCorners() {}

    /// The value that `setRuntimeEnv` stored in the options; empty if there is none.
    static String runtimeEnv(CallOptions options) {
        String env = (String) RUNTIME_ENV.get(options);
        return env == null ? "" : env;
    }

    static ResourceValue resourceValue(long id, double capacity) {
        try {
            return (ResourceValue) RESOURCE_VALUE.invokeExact(id, capacity);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
