package dev.troupe.parallel;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/// The function that a worker runs, in a form that can be sent to another process.
sealed interface Entry {
    /// A static method of a package.
    record Method(String className, String name, boolean takesArguments, List<String> arguments) implements Entry {}

    /// The parts of a lambda or method reference.
    ///
    /// @param parts the names of its [form][dev.troupe.functions.LambdaForm]
    /// @param kind how its method is called
    /// @param captured the values it captured, encoded
    record Lambda(List<String> parts, int kind, byte[] captured) implements Entry {
        /// The class and method that it calls, e.g. `my/app/Main.play`.
        String implementation() {
            return parts.get(4) + "." + parts.get(5);
        }
    }

    /// An object of a class that implements [Main], encoded.
    record Instance(String className, byte[] value) implements Entry {}

    default void write(DataOutput out) throws IOException {
        switch (this) {
            case Method(String className, String name, boolean takesArguments, List<String> arguments) -> {
                out.writeByte(0);
                Wire.writeText(out, className);
                Wire.writeText(out, name);
                out.writeBoolean(takesArguments);
                Wire.writeTexts(out, arguments);
            }
            case Lambda(List<String> parts, int kind, byte[] captured) -> {
                out.writeByte(1);
                Wire.writeTexts(out, parts);
                out.writeInt(kind);
                Wire.writeBytes(out, captured);
            }
            case Instance(String className, byte[] value) -> {
                out.writeByte(2);
                Wire.writeText(out, className);
                Wire.writeBytes(out, value);
            }
        }
    }

    static Entry read(DataInput in) throws IOException {
        return switch (in.readByte()) {
            case 0 -> new Method(Wire.readText(in), Wire.readText(in), in.readBoolean(), Wire.readTexts(in));
            case 1 -> new Lambda(Wire.readTexts(in), in.readInt(), Wire.readBytes(in));
            default -> new Instance(Wire.readText(in), Wire.readBytes(in));
        };
    }
}
