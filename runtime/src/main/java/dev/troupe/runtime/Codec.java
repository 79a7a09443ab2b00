package dev.troupe.runtime;

import dev.troupe.values.Input;
import dev.troupe.values.Output;
import dev.troupe.values.Values;
import io.ray.api.exception.RayException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Values to bytes and back, with the references and handles found inside them: whoever keeps the bytes keeps these alive, whoever
/// reads the bytes makes its references known to their owners before anybody sees them.
final class Codec {
    /// Up to so much travels with the message; more goes through the store.
    static final int SMALL = 100 << 10;

    /// Inherited, for deep values are written and read on a thread of their own with a larger stack.
    private static final InheritableThreadLocal<Held> CURRENT = new InheritableThreadLocal<>();
    private static final int KEPT_SCRATCH = 64 << 10;

    /// What was met inside the values that are being written or read.
    static final class Held {
        private Codec codec;
        private Held outer;
        private List<Object> found;

        private Held(Codec codec, Held outer) {
            this.codec = codec;
            this.outer = outer;
        }

        void add(Object one) {
            if (found == null) {
                found = new ArrayList<>();
            }
            found.add(one);
        }

        /// Null when nothing was found.
        Object[] all() {
            return found == null ? null : found.toArray();
        }
    }

    private final Values values;
    private final References references;
    private final Shelf shelf;
    private final ThreadLocal<Output> scratch = ThreadLocal.withInitial(() -> new Output(512));

    Codec(Values values, References references, Shelf shelf) {
        this.values = values;
        this.references = references;
        this.shelf = shelf;
    }

    Values values() {
        return values;
    }

    /// An empty buffer: this thread's own, unless a value that is being written has itself begun to write another.
    Output scratch(Held held) {
        if (held.outer != null) {
            return new Output(512);
        }
        Output out = scratch.get();
        if (out.array().length > KEPT_SCRATCH) {
            out = new Output(512);
            scratch.set(out);
        }
        out.clear();
        return out;
    }

    byte[] copy(Output out) {
        return Arrays.copyOf(out.array(), out.length());
    }

    Held begin() {
        Held outer = CURRENT.get();
        Held held = new Held(this, outer == null || outer.codec == null ? null : outer);
        CURRENT.set(held);
        return held;
    }

    /// The owners of what `end` has found know of it when this returns.
    void settle(Object[] found) {
        references.settle(found);
    }

    /// What was found. It is kept nowhere else: a thread that was started meanwhile has inherited the rest, and may live for ever.
    Object[] end(Held held) {
        if (held.outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(held.outer);
        }
        Object[] found = held.all();
        held.codec = null;
        held.outer = null;
        held.found = null;
        return found;
    }

    /// Called when a reference or handle is met while a value is written.
    static void met(Object one) {
        Held held = CURRENT.get();
        if (held == null || held.codec == null) {
            throw new IllegalStateException("an ObjectRef or actor handle can only travel in arguments, results and objects of Ray.put;"
                    + " it was written by another serialiser");
        }
        held.add(one);
    }

    /// The references of the process that is reading a value now.
    static References reading() {
        Held held = CURRENT.get();
        if (held == null || held.codec == null) {
            throw new IllegalStateException("an ObjectRef or actor handle can only be read by the runtime that wrote it");
        }
        return held.codec.references;
    }

    void write(Object value, Output out) {
        values.write(value, out);
    }

    /// One of several values; the caller has called `begin`.
    Object read(Input in) {
        return values.read(in);
    }

    /// A value as an outcome: small ones as bytes, large ones in the store.
    Outcome encode(Object value) {
        StoredObject array = Shelf.isLargeArray(value) ? shelf.put(value) : null;
        if (array != null) {
            return new Outcome.Stored(array, null);
        }
        Held held = begin();
        try {
            Output out = scratch(held);
            values.write(value, out);
            if (out.length() <= SMALL) {
                return new Outcome.Inline(copy(out), held.all());
            }
            return new Outcome.Stored(shelf.put(out.array(), 0, out.length()), held.all());
        } finally {
            end(held);
        }
    }

    /// The value, made anew each time. A value that is an exception of the API's is thrown.
    Object decode(Outcome outcome) {
        Object value = value(outcome);
        if (value instanceof RayException thrown) {
            throw thrown;
        }
        return value;
    }

    Object value(Outcome outcome) {
        Held held = begin();
        try {
            return switch (outcome) {
                case Outcome.Inline(byte[] bytes, Object[] _) -> values.decode(bytes);
                case Outcome.Stored(StoredObject object, Object[] _) -> shelf.read(object, values);
                case Outcome.Failed(Failure failure) -> throw failure.exception(values);
            };
        } finally {
            settle(end(held));
        }
    }
}
