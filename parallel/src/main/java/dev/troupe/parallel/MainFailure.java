package dev.troupe.parallel;

import dev.troupe.values.Values;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The exception of a worker's main on its way to the launcher: as an object, and as text for a launcher that lacks the class.
final class MainFailure {
    private static final int DEEPEST = 20;
    private static final byte[] NOT_ENCODED = {};

    private MainFailure() {}

    /// Stands for an exception whose class this process does not have, or that could not be sent; it has the same text.
    private static final class Retold extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String text;

        Retold(String text, Throwable cause, StackTraceElement[] stack) {
            super(text, cause);
            this.text = text;
            setStackTrace(stack);
        }

        @Override
        @SuppressWarnings("OverrideThrowableToString") // the class of the original stands before its message
        public String toString() {
            return text;
        }
    }

    static void write(Throwable thrown, Path file) {
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
            Wire.writeBytes(out, encoded(thrown));
            List<Throwable> chain = new ArrayList<>();
            for (Throwable t = thrown; t != null && chain.size() < DEEPEST; t = t.getCause()) {
                chain.add(t);
            }
            out.writeInt(chain.size());
            for (Throwable t : chain.reversed()) {
                writeText(out, t);
            }
        } catch (IOException e) {
            System.err.println("the exception cannot be reported to the launcher: " + e);
        }
    }

    private static byte[] encoded(Throwable thrown) {
        try {
            return Values.with(Thread.currentThread().getContextClassLoader()).encode(thrown);
        } catch (RuntimeException cannotTravel) {
            return NOT_ENCODED;
        }
    }

    private static void writeText(DataOutputStream out, Throwable t) throws IOException {
        Wire.writeText(out, t.toString());
        out.writeInt(t.getStackTrace().length);
        for (StackTraceElement frame : t.getStackTrace()) {
            Wire.writeText(out, frame.getClassName());
            Wire.writeText(out, frame.getMethodName());
            Wire.writeText(out, String.valueOf(frame.getFileName()));
            out.writeInt(frame.getLineNumber());
        }
    }

    /// Nothing if the worker's main did not throw.
    static Optional<Throwable> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            byte[] encoded = Wire.readBytes(in);
            Throwable retold = null;
            for (int left = in.readInt(); left > 0; left--) {
                retold = readText(in, retold);
            }
            return Optional.ofNullable(decoded(encoded).orElse(retold));
        } catch (IOException diedWhileWriting) {
            return Optional.empty();
        }
    }

    private static Optional<Throwable> decoded(byte[] encoded) {
        if (encoded.length == 0) {
            return Optional.empty();
        }
        try {
            return Optional.of((Throwable) Values.with(Thread.currentThread().getContextClassLoader()).decode(encoded));
        } catch (RuntimeException | LinkageError classIsMissing) {
            return Optional.empty();
        }
    }

    private static Throwable readText(DataInputStream in, Throwable cause) throws IOException {
        String text = Wire.readText(in);
        StackTraceElement[] stack = new StackTraceElement[in.readInt()];
        for (int i = 0; i < stack.length; i++) {
            stack[i] = new StackTraceElement(Wire.readText(in), Wire.readText(in), Wire.readText(in), in.readInt());
        }
        return new Retold(text, cause, stack);
    }
}
