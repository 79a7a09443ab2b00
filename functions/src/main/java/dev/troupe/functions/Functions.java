package dev.troupe.functions;

import dev.troupe.values.Output;
import dev.troupe.values.ValueException;
import dev.troupe.values.Values;
import java.io.Serializable;
import java.util.Objects;

/// Functions as users write them (method references, lambdas, objects) and as they are sent between processes.
///
/// A function that captures nothing consists of a few names, which are written once and without a serializer: encoding a known lambda again costs
/// nanoseconds. Captured values go through [Values] each time. [FunctionReader] is the other side.
public final class Functions {
    static final byte PLAIN = 0;
    static final byte CAPTURING = 1;
    static final byte OBJECT = 2;
    /// The function is in the object store, because its captured values are large.
    static final byte ELSEWHERE = 3;

    /// The facts about each class of functions live as long as the class.
    private static final ClassValue<Slot> KNOWN = new ClassValue<>() {
        @Override
        protected Slot computeValue(Class<?> type) {
            return new Slot();
        }
    };

    /// Filled in by the first object of the class.
    private static final class Slot {
        volatile Shape shape;
    }

    /// @param knife null for an object that is not a lambda
    /// @param bytes the portable form, up to the captured values
    private record Shape(FunctionFacts function, LambdaForm.Knife knife, byte[] bytes) {}

    private Functions() {}

    public static FunctionFacts of(Serializable function) {
        return shape(function).function;
    }

    /// The portable form. A function that captures nothing gives the same array each time, which callers must not change.
    ///
    /// @throws ValueException if a captured value cannot be serialized
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

    /// Whether its bytes are always the same, so that they need to be sent only once.
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
