package dev.troupe.calls;

import dev.troupe.head.Shape;
import java.util.OptionalInt;
import java.util.function.Supplier;

/// What a single call can ask for beyond Ray's API.
///
/// @param retries after the death of a worker, -1 without limit; empty for what is usual
/// @param alone in a process of its own
public record CallTerms(OptionalInt retries, boolean alone) {
    private static final CallTerms USUAL = new CallTerms(OptionalInt.empty(), false);
    private static final ThreadLocal<CallTerms> CURRENT = new ThreadLocal<>();

    /// Those of the calls that this thread makes now.
    public static CallTerms current() {
        CallTerms terms = CURRENT.get();
        return terms == null ? USUAL : terms;
    }

    public static CallTerms usual() {
        return USUAL;
    }

    /// Makes calls on these terms.
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
