package dev.troupe.runtime;

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
    /// References and handles inside what it captured, held as long as the call is; null for none.
    private final Object[] held;
    /// Restored by whoever runs it first.
    private volatile RayFunc function;

    Code(String name, String signature, byte[] bytes) {
        this(name, signature, bytes, null);
    }

    private Code(String name, String signature, byte[] bytes, Object[] held) {
        this.name = name;
        this.signature = signature;
        this.bytes = bytes;
        this.held = held;
    }

    static Code of(RayFunc function, Codec codec) {
        Code[] slot = PLAIN.get(function.getClass());
        Code known = slot[0];
        if (known != null) {
            return known;
        }
        Codec.Held held = codec.begin();
        try {
            Code code = new Code(Functions.of(function).name(), Functions.of(function).signature(),
                    Functions.encode(function, codec.values()), held.all());
            if (code.plain()) {
                slot[0] = code;
            }
            return code;
        } finally {
            codec.end(held);
        }
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

    /// Whether what it captured is too much to travel with the call.
    boolean large() {
        return bytes.length > Codec.SMALL;
    }

    /// What travels instead if it is large: the function itself is the last of the call's references.
    Code elsewhere() {
        return new Code(name, signature, new byte[]{Functions.ELSEWHERE}, held);
    }

    boolean isElsewhere() {
        return bytes[0] == Functions.ELSEWHERE;
    }

    /// Whether it captured references or handles, which must live as long as it may be called.
    boolean holds() {
        return held != null;
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
