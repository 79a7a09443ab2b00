package dev.troupe.functions;

import dev.troupe.values.Values;
import java.io.Serializable;

/// A function on its way to another process. All calls of a function that captures nothing share one object, so that it is sent to a worker and
/// restored there only once.
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
    /// References and handles inside the captured values, held as long as the call; null if there are none.
    private final Object[] held;
    /// Restored by the first thread that runs it.
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

    /// Encodes a function.
    public static Code of(Serializable function, Values values) {
        FunctionFacts facts = Functions.of(function);
        Code code = new Code(facts.name(), facts.signature(), Functions.encode(function, values));
        if (code.plain()) {
            PLAIN.get(function.getClass())[0] = code;
        }
        return code;
    }

    /// The same, with the references and handles in its captured values. Keeping the code keeps these alive. Null if there are none.
    public Code holding(Object[] found) {
        return found == null ? this : new Code(name, signature, bytes, found);
    }

    /// The name for people: `pkg.Class.method`.
    public String name() {
        return name;
    }

    /// Distinguishes the methods of an actor without restoring the function.
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

    /// What is sent instead of a large function: the function itself is then the last of the call's references.
    public Code elsewhere() {
        return new Code(name, signature, new byte[]{Functions.ELSEWHERE}, held);
    }

    public boolean isElsewhere() {
        return bytes[0] == Functions.ELSEWHERE;
    }

    /// Whether it captured references or handles, which must live as long as the function may be called.
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
