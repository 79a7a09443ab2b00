package dev.troupe.values;

import java.util.ArrayList;
import java.util.List;

/// Replaces a throwable that contains something that cannot leave its process (a socket, a thread). It keeps the class
/// name, the message, the stack trace and the causes.
public final class LostThrowable extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int DEEPEST = 50;

    private final String originalClass;

    private LostThrowable(String originalClass, String message) {
        super(message);
        this.originalClass = originalClass;
    }

    /// The name of the class it had where it was thrown.
    public String originalClass() {
        return originalClass;
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // getMessage() stays that of the original, for code that compares it
    public String toString() {
        return getMessage() == null ? originalClass : originalClass + ": " + getMessage();
    }

    static void write(Throwable throwable, Output out) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable next = throwable; next != null && chain.size() < DEEPEST; next = next.getCause()) {
            chain.add(next);
        }
        out.writeByte(Tag.THROWABLE);
        out.writeInt(chain.size());
        for (Throwable each : chain) {
            SimpleWriter.write(each.getClass().getName(), out);
            SimpleWriter.write(each.getMessage(), out);
            StackTraceElement[] trace = each.getStackTrace();
            out.writeInt(trace.length);
            for (StackTraceElement frame : trace) {
                SimpleWriter.write(frame.getClassName(), out);
                SimpleWriter.write(frame.getMethodName(), out);
                SimpleWriter.write(frame.getFileName(), out);
                out.writeInt(frame.getLineNumber());
            }
        }
    }

    static LostThrowable read(Input in) {
        int depth = in.readInt();
        if (depth < 1 || depth > DEEPEST) {
            throw new ValueException("the bytes announce a throwable with " + depth + " causes");
        }
        LostThrowable first = readOne(in);
        LostThrowable last = first;
        for (int i = 1; i < depth; i++) {
            LostThrowable cause = readOne(in);
            last.initCause(cause);
            last = cause;
        }
        return first;
    }

    private static LostThrowable readOne(Input in) {
        LostThrowable throwable = new LostThrowable(String.valueOf(text(in)), text(in));
        throwable.setStackTrace(trace(in));
        return throwable;
    }

    private static StackTraceElement[] trace(Input in) {
        StackTraceElement[] trace = new StackTraceElement[in.readCount(7, "a stack trace")];
        for (int i = 0; i < trace.length; i++) {
            String type = text(in);
            String method = text(in);
            String file = text(in);
            trace[i] = new StackTraceElement(String.valueOf(type), String.valueOf(method), file, in.readInt());
        }
        return trace;
    }

    private static String text(Input in) {
        byte tag = in.readByte();
        if (tag != Tag.NULL && tag != Tag.STRING && tag != Tag.STRING_OF_CHARS) {
            throw new ValueException("a throwable's text begins with byte " + tag);
        }
        return (String) SimpleReader.read(tag, in);
    }
}
