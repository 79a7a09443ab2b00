package dev.troupe.messages;

import dev.troupe.values.ValueException;
import dev.troupe.values.Values;
import java.io.PrintWriter;
import java.io.StringWriter;

/// An exception of user code on its way to another process.
///
/// @param value the throwable itself, as far as it can be serialized; otherwise empty
/// @param trace its stack trace as text, for a receiver that does not know its class
public record Thrown(byte[] value, String trace) {
    private static final int LONGEST = 16_384;
    private static final byte[] NOTHING = {};

    public static Thrown of(Throwable throwable, Values values) {
        String trace;
        try {
            StringWriter text = new StringWriter();
            throwable.printStackTrace(new PrintWriter(text, true));
            trace = text.toString().strip();
        } catch (RuntimeException | StackOverflowError e) {
            trace = throwable.getClass().getName(); // its own getMessage() failed
        }
        return new Thrown(encode(throwable, values), trace.length() > LONGEST ? trace.substring(0, LONGEST) + "…" : trace);
    }

    /// A new copy; null if it cannot be restored here, and only the text exists.
    Throwable decode(Values values) {
        if (value.length == 0) {
            return null;
        }
        try {
            return values.decode(value) instanceof Throwable throwable ? throwable : null;
        } catch (ValueException e) {
            return null;
        }
    }

    private static byte[] encode(Throwable throwable, Values values) {
        try {
            return values.encode(throwable);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            return NOTHING;
        }
    }
}
