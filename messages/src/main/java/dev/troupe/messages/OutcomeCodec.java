package dev.troupe.messages;

import dev.troupe.store.Primitive;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.util.function.Supplier;

/// Encodes and decodes outcomes. The names of the objects and actors inside a result are sent beside it, so that its new owner can hold them
/// without reading the value.
public final class OutcomeCodec {
    private static final byte INLINE = 0;
    private static final byte STORED = 1;
    private static final byte FAILED = 2;

    private final Supplier<HeldCodec> names;

    /// @param names is called when the first reference is sent
    public OutcomeCodec(Supplier<HeldCodec> names) {
        this.names = names;
    }

    /// @param handedOver whether the receiver becomes the owner of the value and of the objects inside
    void write(Outcome outcome, boolean handedOver, Output out) {
        switch (outcome) {
            case Outcome.Inline(byte[] bytes, Object[] held) -> {
                out.writeByte(INLINE);
                out.writeArray(bytes);
                held(handedOver ? held : null, out);
            }
            case Outcome.Stored(StoredObject object, Object[] held) -> {
                out.writeByte(STORED);
                out.writeLong(object.id());
                out.writeLong(object.bytes());
                out.writeText(object.array() == null ? "" : object.array().name());
                held(handedOver ? held : null, out);
            }
            case Outcome.Failed(Failure failure) -> {
                out.writeByte(FAILED);
                FailureCodec.write(failure, out);
            }
        }
    }

    Outcome read(Input in) {
        byte kind = in.readByte();
        return switch (kind) {
            case INLINE -> new Outcome.Inline(in.readArray(), held(in));
            case STORED -> new Outcome.Stored(new StoredObject(in.readLong(), in.readLong(), array(in.readText())), held(in));
            case FAILED -> new Outcome.Failed(FailureCodec.read(in));
            default -> throw new IllegalArgumentException("an outcome of unknown kind " + kind);
        };
    }

    private static Primitive array(String name) {
        return name.isEmpty() ? null : Primitive.valueOf(name);
    }

    private void held(Object[] held, Output out) {
        out.writeInt(held == null ? 0 : held.length);
        if (held != null) {
            for (Object one : held) {
                names.get().write(one, out);
            }
        }
    }

    private Object[] held(Input in) {
        int count = in.readInt();
        if (count == 0) {
            return null;
        }
        Object[] held = new Object[count];
        for (int i = 0; i < count; i++) {
            held[i] = names.get().read(in);
        }
        return held;
    }
}
