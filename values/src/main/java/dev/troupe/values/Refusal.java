package dev.troupe.values;

import java.util.function.Consumer;

/// Turns what Fory says into a sentence for the person who sent the value.
final class Refusal {
    private Refusal() {}

    static ValueException toWrite(Object value, Throwable failure, Consumer<Class<?>> check) {
        String type = value.getClass().getName();
        if (DeepStack.overflowed(failure)) {
            return new ValueException("a " + type + " is nested too deeply to be made into bytes"
                    + "; send it in parts, or as a flat list", failure);
        }
        if (rootOf(failure) instanceof Unfinished.Cycle cycle) {
            return cyclic(value, cycle.start(), failure);
        }
        return Culprit.in(value, check)
                .map(found -> new ValueException("a " + found.type() + " cannot be made into bytes" + found.place()
                        + ": " + reason(failure) + ". " + advice(found.type()), failure))
                .orElseGet(() -> new ValueException("a " + type + " cannot be made into bytes: " + reason(failure)
                        + (isLambda(reason(failure)) ? ". " + advice(reason(failure)) : ""), failure));
    }

    private static ValueException cyclic(Object value, Object start, Throwable failure) {
        String place = start == value ? "" : Parts.way(value, start).map(way -> ", it was reached by " + way).orElse("");
        String way = Parts.way(start, start).map(back -> " by " + back).orElse("");
        return new ValueException("a " + start.getClass().getName() + " cannot be made into bytes" + place + ": it holds itself" + way
                + ", but a record or an immutable object is made only after all it holds. Send the mutable object by which it does, from which it is reached"
                + " as well, or use a class of your own instead", failure);
    }

    /// For what can be written, but would not come back.
    static ValueException unread(Culprit.Found found, String failure) {
        return new ValueException("a " + found.type() + " cannot be made into bytes" + found.place() + ": " + failure + ". "
                + advice(found.type()));
    }

    private static String advice(String type) {
        return isLambda(type)
                ? "Say that it can be: (Comparator<Move> & Serializable) (a, b) -> …, or give it a type of your own"
                        + " that extends Serializable"
                : "Leave it out (a transient field is not sent), or send what the other side needs to make its own";
    }

    private static boolean isLambda(String text) {
        return text.contains("$$Lambda");
    }

    static ValueException toRead(int length, Throwable failure) {
        String missing = missingClass(failure);
        if (missing != null) {
            return new ValueException("class " + missing + " of a received object is not known here"
                    + "; it must be in the package of both the sender and the receiver", failure);
        }
        if (DeepStack.overflowed(failure) || String.valueOf(rootOf(failure).getMessage()).contains("exceed max depth")) {
            return new ValueException("a received object of " + length + " bytes is nested too deeply: " + Engine.DEEPEST
                    + " levels are the most; send it in parts, or as a flat list", failure);
        }
        return new ValueException("an object of " + length + " bytes cannot be read: " + reason(failure), failure);
    }

    private static String missingClass(Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (e instanceof ClassNotFoundException || e instanceof NoClassDefFoundError) {
                return String.valueOf(e.getMessage()).replace('/', '.');
            }
        }
        return null;
    }

    static String reason(Throwable failure) {
        Throwable root = rootOf(failure);
        String message = root.getMessage();
        return message == null || message.isBlank()
                ? root.getClass().getSimpleName()
                : message.lines().findFirst().orElse("").replaceFirst("[.\\s]+$", "").replaceFirst("^Class class ", "class ");
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
