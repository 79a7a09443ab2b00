package dev.troupe.functions;

import dev.troupe.values.Values;
import java.io.Serializable;

/// A function on its way to another process. One object for all calls of a function that captures nothing, so that it is sent to a worker and restored there
/// only once.
public final class Code {
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
    private volatile Serializable function;

    public Code(String name, String signature, byte[] bytes) {
        this(name, signature, bytes, null);
    }

    private Code(String name, String signature, byte[] bytes, Object[] held) {
        this.name = name;
        this.signature = signature;
        this.bytes = bytes;
        this.held = held;
    }

    /// The code of a function that captures nothing and was seen before; null for others.
    public static Code known(Serializable function) {
        return PLAIN.get(function.getClass())[0];
    }

    /// Takes a function apart.
    public static Code of(Serializable function, Values values) {
        FunctionFacts facts = Functions.of(function);
        Code code = new Code(facts.name(), facts.signature(), Functions.encode(function, values));
        if (code.plain()) {
            PLAIN.get(function.getClass())[0] = code;
        }
        return code;
    }

    /// The same, and what its captured values refer to: whoever keeps the code keeps that alive. Null for nothing.
    public Code holding(Object[] found) {
        return found == null ? this : new Code(name, signature, bytes, found);
    }

    /// For people: `pkg.Class.method`.
    public String name() {
        return name;
    }

    /// Tells an actor's methods apart, without the function being restored.
    public String signature() {
        return signature;
    }

    public byte[] bytes() {
        return bytes;
    }

    /// Whether it captures nothing.
    public boolean plain() {
        return Functions.isPlain(bytes);
    }

    /// What travels instead of a large one: the function itself is then the last of the call's references.
    public Code elsewhere() {
        return new Code(name, signature, new byte[]{Functions.ELSEWHERE}, held);
    }

    public boolean isElsewhere() {
        return bytes[0] == Functions.ELSEWHERE;
    }

    /// Whether it captured references or handles, which must live as long as it may be called.
    public boolean holds() {
        return held != null;
    }

    public Serializable function(FunctionReader reader) {
        Serializable known = function;
        if (known == null) {
            known = reader.read(bytes);
            if (plain()) {
                function = known;
            }
        }
        return known;
    }
}
