package dev.troupe.values;

import java.util.Collection;
import java.util.Map;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.serializer.Serializer;
import org.apache.fory.serializer.collection.CollectionSerializer;
import org.apache.fory.serializer.collection.MapSerializer;

/// Fory requires serializers of collections and maps to have certain superclasses. These have them, and delegate to another serializer.
@SuppressWarnings({"rawtypes", "unchecked"})
final class Delegating {
    private Delegating() {}

    /// The serializer itself, or a wrapper with the superclass that Fory requires for this type.
    static Serializer to(Serializer work, ClassResolver resolver, Class type) {
        if (Map.class.isAssignableFrom(type)) {
            return new OfMap(resolver, type, work);
        }
        return Collection.class.isAssignableFrom(type) ? new OfCollection(resolver, type, work) : work;
    }

    private static final class OfMap extends MapSerializer<Map> {
        private final Serializer work;

        OfMap(ClassResolver resolver, Class type, Serializer work) {
            super(resolver, type, false);
            this.work = work;
        }

        @Override
        public void write(WriteContext out, Map value) {
            work.write(out, value);
        }

        @Override
        public Map read(ReadContext in) {
            return (Map) work.read(in);
        }
    }

    private static final class OfCollection extends CollectionSerializer<Collection> {
        private final Serializer work;

        OfCollection(ClassResolver resolver, Class type, Serializer work) {
            super(resolver, type, false);
            this.work = work;
        }

        @Override
        public void write(WriteContext out, Collection value) {
            work.write(out, value);
        }

        @Override
        public Collection read(ReadContext in) {
            return (Collection) work.read(in);
        }
    }
}
