package dev.troupe.calls;

import dev.troupe.head.ActorKey;
import dev.troupe.head.JobKey;
import dev.troupe.messages.ActorTerms;
import dev.troupe.messages.HeldCodec;
import dev.troupe.objects.References;
import dev.troupe.objects.TrackedObject;
import dev.troupe.values.Input;
import dev.troupe.values.Output;

/// The names of objects and actors inside results. Reading a name makes this process hold the object or the actor.
final class HeldNames implements HeldCodec {
    private static final byte OBJECT = 0;
    private static final byte ACTOR = 1;

    private final References references;
    private final Actors actors;

    HeldNames(References references, Actors actors) {
        this.references = references;
        this.actors = actors;
    }

    @Override
    public void write(Object held, Output out) {
        switch (held) {
            case TrackedObject object -> {
                out.writeByte(OBJECT);
                out.writeInt(object.owner);
                out.writeLong(object.number);
            }
            case Handle.Root root -> {
                out.writeByte(ACTOR);
                out.writeInt(root.client.key.job().number());
                out.writeLong(root.client.key.number());
                root.client.terms.write(out);
            }
            default -> throw new IllegalStateException("neither an object nor an actor: " + held);
        }
    }

    @Override
    public Object read(Input in) {
        return in.readByte() == OBJECT ? references.object(in.readInt(), in.readLong()) : actor(in);
    }

    private Handle.Root actor(Input in) {
        ActorKey key = new ActorKey(new JobKey(in.readInt()), in.readLong());
        return actors.handle(key, ActorTerms.read(in)).root();
    }
}
