package dev.troupe.runtime;

import dev.troupe.values.Input;
import dev.troupe.values.Output;
import dev.troupe.values.ValueException;
import dev.troupe.values.Values;
import io.ray.api.function.RayFunc;
import java.util.Objects;

/// Functions as users write them (method references, lambdas, objects) and as they travel between processes.
///
/// A function that captures nothing is a few names, written without a serialiser and only once: asking again for a
/// lambda that was seen before costs nanoseconds. Captured values go through [Values], each time anew.
final class Functions {
    private static final byte PLAIN = 0;
    private static final byte CAPTURING = 1;
    private static final byte OBJECT = 2;

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

    /// @param text the names of a lambda; null for an object that is none
    /// @param bytes the whole portable form, or null if something is captured
    private record Shape(RemoteFunction function, LambdaForm.Knife knife, String text, byte[] bytes) {}

    private Functions() {}

    static RemoteFunction of(RayFunc function) {
        return shape(function).function;
    }

    /// The portable form. The same array each time for a function that captures nothing: not to be changed.
    ///
    /// @throws ValueException if a captured value cannot be made into bytes
    static byte[] encode(RayFunc function, Values values) {
        Shape shape = shape(function);
        if (shape.bytes != null) {
            return shape.bytes;
        }
        Output out = new Output(256);
        if (shape.knife == null) {
            out.writeByte(OBJECT);
            values.write(function, out);
        } else {
            out.writeByte(CAPTURING);
            out.writeText(shape.text);
            values.write(shape.knife.captured(function), out);
        }
        return out.toBytes();
    }

    /// The function again, in this or another process.
    ///
    /// @param loader knows the classes of the job
    /// @throws IllegalArgumentException if they are not known here, or were compiled from another source
    static RayFunc restore(byte[] bytes, ClassLoader loader, Values values) {
        Input in = new Input(bytes);
        byte kind = in.readByte();
        return switch (kind) {
            case PLAIN -> LambdaForm.parse(in.readText()).restore(new Object[0], loader);
            case CAPTURING -> {
                LambdaForm form = LambdaForm.parse(in.readText());
                yield form.restore((Object[]) values.read(in), loader);
            }
            case OBJECT -> (RayFunc) values.read(in);
            default -> throw new IllegalArgumentException("a function does not begin with byte " + kind);
        };
    }

    /// Whether its bytes are the same each time, so that they need to be sent only once.
    static boolean isPlain(byte[] bytes) {
        return bytes[0] == PLAIN;
    }

    private static Shape shape(RayFunc function) {
        Slot slot = KNOWN.get(Objects.requireNonNull(function, "the function is null").getClass());
        Shape shape = slot.shape;
        if (shape == null) {
            shape = shapeOf(function);
            slot.shape = shape;
        }
        return shape;
    }

    private static Shape shapeOf(RayFunc function) {
        LambdaForm.Knife knife = LambdaForm.knife(function.getClass());
        if (knife == null) {
            return new Shape(ObjectForm.describe(function), null, null, null);
        }
        LambdaForm form = LambdaForm.of(function, knife);
        return new Shape(form.describe(function), knife, form.text(), form.captured().length == 0 ? plain(form) : null);
    }

    private static byte[] plain(LambdaForm form) {
        Output out = new Output(256);
        out.writeByte(PLAIN);
        out.writeText(form.text());
        return out.toBytes();
    }
}
