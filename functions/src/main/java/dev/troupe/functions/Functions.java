package dev.troupe.functions;

import dev.troupe.values.Output;
import dev.troupe.values.ValueException;
import dev.troupe.values.Values;
import java.io.Serializable;
import java.util.Objects;

/// Functions as users write them (method references, lambdas, objects) and as they travel between processes.
///
/// A function that captures nothing is a few names, written without a serialiser and only once: asking again for a
/// lambda that was seen before costs nanoseconds. Captured values go through [Values], each time anew. [FunctionReader]
/// is the other side.
public final class Functions {
    static final byte PLAIN = 0;
    static final byte CAPTURING = 1;
    static final byte OBJECT = 2;
    /// In the object store, for it captured much.
    static final byte ELSEWHERE = 3;

    /// The facts about each class of functions live as long as the class.
    private static final ClassValue<Slot> KNOWN = new ClassValue<>() {
        @Override
        protected Slot computeValue(Class<?> type) {
            return new Slot();
        }
    };

    /// Filled by the first object of the class.
    private static final class Slot {
        volatile Shape shape;
    }

    /// @param knife null for an object that is no lambda
    /// @param bytes the portable form, up to what is captured
    private record Shape(FunctionFacts function, LambdaForm.Knife knife, byte[] bytes) {}

    private Functions() {}

    public static FunctionFacts of(Serializable function) {
        return shape(function).function;
    }

    /// The portable form. The same array each time for a function that captures nothing: not to be changed.
    ///
    /// @throws ValueException if a captured value cannot be made into bytes
    public static byte[] encode(Serializable function, Values values) {
        Shape shape = shape(function);
        if (!shape.function.captures()) {
            return shape.bytes;
        }
        Output out = new Output(shape.bytes.length + 64);
        out.writeBytes(shape.bytes, 0, shape.bytes.length);
        if (shape.knife == null) {
            values.write(function, out);
        } else {
            Captured.write(shape.knife.captured(function), values, out);
        }
        return out.toBytes();
    }

    /// Whether its bytes are the same each time, so that they need to be sent only once.
    public static boolean isPlain(byte[] bytes) {
        return bytes[0] == PLAIN;
    }

    private static Shape shape(Serializable function) {
        Slot slot = KNOWN.get(Objects.requireNonNull(function, "the function is null").getClass());
        Shape shape = slot.shape;
        if (shape == null) {
            shape = shapeOf(function);
            slot.shape = shape;
        }
        return shape;
    }

    private static Shape shapeOf(Serializable function) {
        LambdaForm.Knife knife = LambdaForm.knife(function.getClass());
        if (knife == null) {
            return new Shape(ObjectForm.describe(function), null, new byte[]{OBJECT});
        }
        LambdaForm form = LambdaForm.of(function, knife);
        Output out = new Output(256);
        out.writeByte(form.captured().length == 0 ? PLAIN : CAPTURING);
        out.writeText(form.text());
        return new Shape(form.describe(function), knife, out.toBytes());
    }
}
