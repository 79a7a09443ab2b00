package dev.troupe.values;

import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.serializer.Serializer;
import org.apache.fory.serializer.Serializers;

/// Delegates to a serializer of Fory, and reports each object of a doubtful class that is written.
@SuppressWarnings({"rawtypes", "unchecked"})
final class Watched extends Deferred {
    private final Doubts doubts;
    private boolean doubtful = true;

    private Watched(ClassResolver resolver, Class type, Doubts doubts) {
        super(resolver, type);
        this.doubts = doubts;
    }

    static Serializer around(Class<? extends Serializer> work, ClassResolver resolver, Class type, Doubts doubts) {
        Watched watched = new Watched(resolver, type, doubts);
        Serializer known = Delegating.to(watched, resolver, type);
        resolver.setSerializerIfAbsent(type, known);
        watched.leaveTo(Serializers.newSerializer(resolver, type, work));
        return known;
    }

    @Override
    public void write(WriteContext out, Object value) {
        doubtful = doubtful && doubts.wrote(type);
        super.write(out, value);
    }
}
