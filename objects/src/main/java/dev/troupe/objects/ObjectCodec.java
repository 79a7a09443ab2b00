package dev.troupe.objects;

import dev.troupe.messages.Failure;
import dev.troupe.messages.Outcome;
import dev.troupe.messages.StoredObject;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import dev.troupe.values.Values;
import io.ray.api.exception.RayException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Encodes and decodes values, with the references and handles inside them. Keeping the bytes keeps these alive. Before decoded references become
/// visible to user code, their owners are told about them.
public final class ObjectCodec {
    /// Values of up to this many bytes are sent in the message; larger ones go through the store.
    public static final int SMALL = 100 << 10;

    private static final int KEPT_SCRATCH = 64 << 10;

    private final Values values;
    private final References references;
    private final LargeValues large;
    private final Names names;
    private final ThreadLocal<Output> scratch = ThreadLocal.withInitial(() -> new Output(512));

    ObjectCodec(Values values, References references, LargeValues large, Names names) {
        this.values = values;
        this.references = references;
        this.large = large;
        this.names = names;
    }

    public Values values() {
        return values;
    }

    /// An empty buffer: that of this thread, unless writing a value has itself begun to write another.
    public Output scratch(Mentions met) {
        if (met.isNested()) {
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

    public byte[] copy(Output out) {
        return Arrays.copyOf(out.array(), out.length());
    }

    /// The current thread begins to write or read values; [#end] must follow.
    public Mentions begin() {
        return Mentions.begin(names);
    }

    /// The references and handles found in the values since `begin`; null if there are none.
    public Object[] end(Mentions met) {
        return met.end();
    }

    /// Returns when the owners of the references that `end` returned know that this process refers to them.
    public void settle(Object[] found) {
        references.settle(found);
    }

    public void write(Object value, Output out) {
        values.write(value, out);
    }

    /// One of several values; the caller has called `begin`.
    public Object read(Input in) {
        return values.read(in);
    }

    /// A value as an outcome: small ones as bytes, large ones in the store.
    public Outcome encode(Object value) {
        StoredObject array = LargeValues.isLargeArray(value) ? large.put(value) : null;
        if (array != null) {
            return new Outcome.Stored(array, null);
        }
        Mentions met = begin();
        try {
            Output out = scratch(met);
            values.write(value, out);
            if (out.length() <= SMALL) {
                return new Outcome.Inline(copy(out), met.all());
            }
            return new Outcome.Stored(large.put(out.array(), 0, out.length()), met.all());
        } finally {
            end(met);
        }
    }

    /// The memory of a large array itself.
    ///
    /// @param holder keeps the object in the meantime
    MemorySegment segment(StoredObject object, Object holder) {
        return large.segment(object, holder);
    }

    /// The value, decoded anew each time. If the value is an exception of the API, it is thrown.
    Object decode(Outcome outcome) {
        Object value = value(outcome);
        if (value instanceof RayException thrown) {
            throw thrown;
        }
        return value;
    }

    public Object value(Outcome outcome) {
        Mentions met = begin();
        try {
            return switch (outcome) {
                case Outcome.Inline(byte[] bytes, Object[] _) -> values.decode(bytes);
                case Outcome.Stored(StoredObject object, Object[] _) -> large.read(object, values);
                case Outcome.Failed(Failure failure) -> throw failure.exception(values);
            };
        } finally {
            settle(end(met));
        }
    }
}
