package dev.troupe.runtime;

import dev.troupe.values.Values;
import io.ray.api.function.RayFunc;

/// A function as it travels. One object for all calls of a function that captures nothing, so that it is sent to a worker and restored there
/// only once.
final class Code {
    private static final ClassValue<Code[]> PLAIN = new ClassValue<>() {
        @Override
        protected Code[] computeValue(Class<?> type) {
            return new Code[1];
        }
    };

    private final String name;
    private final String signature;
    private final byte[] bytes;
    /// Restored by whoever runs it first.
    private volatile RayFunc function;

    Code(String name, String signature, byte[] bytes) {
        this.name = name;
        this.signature = signature;
        this.bytes = bytes;
    }

    static Code of(RayFunc function, Values values) {
        Code[] slot = PLAIN.get(function.getClass());
        Code known = slot[0];
        if (known != null) {
            return known;
        }
        Code code = new Code(Functions.of(function).name(), Functions.of(function).signature(), Functions.encode(function, values));
        if (code.plain()) {
            slot[0] = code;
        }
        return code;
    }

    /// For people: `pkg.Class.method`.
    String name() {
        return name;
    }

    /// Tells an actor's methods apart, without the function being restored.
    String signature() {
        return signature;
    }

    byte[] bytes() {
        return bytes;
    }

    /// Whether it captures nothing.
    boolean plain() {
        return Functions.isPlain(bytes);
    }

    RayFunc function(FunctionReader reader) {
        RayFunc known = function;
        if (known == null) {
            known = reader.read(bytes);
            if (plain()) {
                function = known;
            }
        }
        return known;
    }
}
