package dev.troupe.values;

import java.util.function.Consumer;

/// Turns an error of Fory into a message for the person who sent the value.
final class Refusal {
    private Refusal() {}

    static ValueException toWrite(Object value, Throwable failure, Consumer<Class<?>> check) {
        String type = value.getClass().getName();
        if (DeepStack.overflowed(failure)) {
            return new ValueException("a " + type + " is nested too deeply to be serialized"
                    + "; send it in parts, or as a flat list", failure);
        }
        if (rootOf(failure) instanceof Unfinished.Cycle cycle) {
            return cyclic(value, cycle.start(), failure);
        }
        return Culprit.in(value, check)
                .map(found -> new ValueException("a " + found.type() + found.place() + " cannot be serialized"
                        + ": " + reason(failure) + ". " + advice(found.type()), failure))
                .orElseGet(() -> new ValueException("a " + type + " cannot be serialized: " + reason(failure)
                        + (isLambda(reason(failure)) ? ". " + advice(reason(failure)) : ""), failure));
    }

    private static ValueException cyclic(Object value, Object start, Throwable failure) {
        String place = start == value ? "" : Parts.way(value, start).map(way -> " at " + way).orElse("");
        String way = Parts.way(start, start).map(back -> " at " + back).orElse("");
        return new ValueException("a " + start.getClass().getName() + place + " cannot be serialized: it contains itself" + way
                + ", but a record or an immutable object is created only after everything it contains. Send the mutable object of this cycle instead,"
                + " which contains it, too, or replace it by a mutable class", failure);
    }

    /// For a value that can be written but not read back.
    static ValueException unread(Culprit.Found found, String failure) {
        return new ValueException("a " + found.type() + found.place() + " cannot be serialized: " + failure + ". "
                + advice(found.type()));
    }

    private static String advice(String type) {
        return isLambda(type)
                ? "Declare the lambda serializable: (Comparator<Move> & Serializable) (a, b) -> …, or give it a type of your own"
                        + " that extends Serializable"
                : "Leave it out (transient fields are not sent), or send the data from which the receiver can create its own";
    }

    private static boolean isLambda(String text) {
        return text.contains("$$Lambda");
    }

    static ValueException toRead(int length, Throwable failure) {
        String missing = missingClass(failure);
        if (missing != null) {
            return new ValueException("class " + missing + " of a received object was not found"
                    + "; both the sender and the receiver need it on their class path", failure);
        }
        if (DeepStack.overflowed(failure) || String.valueOf(rootOf(failure).getMessage()).contains("exceed max depth")) {
            return new ValueException("a received object of " + length + " bytes is nested too deeply: at most " + Engine.DEEPEST
                    + " levels are allowed; send it in parts, or as a flat list", failure);
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
