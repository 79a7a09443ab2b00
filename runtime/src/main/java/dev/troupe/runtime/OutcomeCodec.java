package dev.troupe.runtime;

import dev.troupe.head.ActorKey;
import dev.troupe.head.JobKey;
import dev.troupe.store.Primitive;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import java.util.function.Supplier;

/// Outcomes as bytes. What is inside a result travels by name beside it, so that its new owner can hold it without looking into the value.
final class OutcomeCodec {
    private static final byte INLINE = 0;
    private static final byte STORED = 1;
    private static final byte FAILED = 2;
    private static final byte ENTRY = 0;
    private static final byte ACTOR = 1;

    private final Supplier<Engine> engine;

    OutcomeCodec(Supplier<Engine> engine) {
        this.engine = engine;
    }

    /// @param handedOver whether the receiver becomes the owner of it and of what is inside
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

    private static void held(Object[] held, Output out) {
        out.writeInt(held == null ? 0 : held.length);
        if (held == null) {
            return;
        }
        for (Object one : held) {
            switch (one) {
                case Entry entry -> {
                    out.writeByte(ENTRY);
                    out.writeInt(entry.owner);
                    out.writeLong(entry.number);
                }
                case Handle.Root root -> {
                    out.writeByte(ACTOR);
                    out.writeInt(root.client.key.job().number());
                    out.writeLong(root.client.key.number());
                    root.client.terms.write(out);
                }
                default -> throw new IllegalStateException("cannot be held: " + one);
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
            held[i] = in.readByte() == ENTRY ? engine.get().references().entry(in.readInt(), in.readLong()) : actor(in);
        }
        return held;
    }

    private Handle.Root actor(Input in) {
        ActorKey key = new ActorKey(new JobKey(in.readInt()), in.readLong());
        return engine.get().actors().handle(key, ActorTerms.read(in)).root();
    }
}
