package dev.troupe.calls;

import dev.troupe.head.Shape;
import java.util.OptionalInt;
import java.util.function.Supplier;

/// Options of a single call beyond Ray's API.
///
/// @param retries after the death of a worker, -1 for no limit; empty for the default
/// @param alone whether it runs in a process of its own
public record CallTerms(OptionalInt retries, boolean alone) {
    private static final CallTerms USUAL = new CallTerms(OptionalInt.empty(), false);
    private static final ThreadLocal<CallTerms> CURRENT = new ThreadLocal<>();

    /// The options of the calls that this thread makes now.
    public static CallTerms current() {
        CallTerms terms = CURRENT.get();
        return terms == null ? USUAL : terms;
    }

    public static CallTerms usual() {
        return USUAL;
    }

    /// Makes calls with these options.
    public <T> T apply(Supplier<T> calls) {
        CallTerms before = CURRENT.get();
        CURRENT.set(this);
        try {
            return calls.get();
        } finally {
            if (before == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(before);
            }
        }
    }

    public Shape shape(Shape shape) {
        return alone ? new Shape(shape.resources(), shape.bundle(), shape.settings().alone()) : shape;
    }
}
