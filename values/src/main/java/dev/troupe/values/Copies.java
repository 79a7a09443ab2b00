package dev.troupe.values;

import java.io.Serializable;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.ObjectSerializer;
import org.apache.fory.serializer.ReplaceResolveSerializer;
import org.apache.fory.serializer.Serializer;
import org.apache.fory.serializer.SerializerFactory;
import org.apache.fory.serializer.TimeSerializers.CalendarSerializer;
import org.apache.fory.serializer.TimeSerializers.TimeZoneSerializer;
import org.apache.fory.serializer.collection.CollectionSerializer;
import org.apache.fory.serializer.collection.ImmutableCollectionSerializers.ImmutableListSerializer;
import org.apache.fory.serializer.collection.MapSerializer;

/// Serialisers for what Fory refuses, and for what it writes differently once it has met the class. Views of the JDK's
/// collections (`keySet()`, `values()`, `reversed()`) and map entries arrive as plain collections of equal content.
@SuppressWarnings({"rawtypes", "unchecked", "JdkObsolete"})
final class Copies implements SerializerFactory {
    /// Serializable by name, but what they write cannot be read back.
    private static final Set<String> BROKEN = Set.of("java.util.LinkedList$ReverseOrderLinkedListView",
            "java.util.concurrent.ConcurrentHashMap$ValuesView",
            "java.util.concurrent.ConcurrentHashMap$EntrySetView");

    private boolean asking;

    @Override
    public Serializer createSerializer(TypeResolver resolver, Class<?> type) {
        return asking ? null : create((ClassResolver) resolver, type);
    }

    private Serializer create(ClassResolver resolver, Class type) {
        if (Random.class.isAssignableFrom(type)) {
            return new OfRandom.Plain(resolver, type);
        }
        if (type == SplittableRandom.class) {
            return new OfRandom.Splittable(resolver);
        }
        if (Throwable.class.isAssignableFrom(type)) {
            return OfThrowable.possible()
                    ? resolver.createSerializerSafe(type, () -> new OfThrowable(resolver, type))
                    : null;
        }
        // Fory would track references to these only as long as it has not met their class.
        if (Calendar.class.isAssignableFrom(type)) {
            return new CalendarSerializer(resolver.getConfig(), type, true);
        }
        if (TimeZone.class.isAssignableFrom(type)) {
            return new TimeZoneSerializer(resolver.getConfig(), true);
        }
        if (OfReplaced.may(resolver, type) && forysChoice(resolver, type) == ReplaceResolveSerializer.class) {
            return new OfReplaced(resolver, type);
        }
        if (type.getName().startsWith("java.util.")
                && (!Serializable.class.isAssignableFrom(type) || BROKEN.contains(type.getName()))) {
            return createForView(resolver, type);
        }
        if (resolver.getConfig().isCodeGenEnabled() && Uncompiled.has(type)
                && forysChoice(resolver, type) == ObjectSerializer.class) {
            return resolver.createSerializerSafe(type, () -> new ObjectSerializer(resolver, type));
        }
        return null;
    }

    private static Serializer createForView(TypeResolver resolver, Class type) {
        if (Map.class.isAssignableFrom(type)) {
            return new OfMap(resolver, type);
        }
        if (Collection.class.isAssignableFrom(type)) {
            return new OfCollection(resolver, type);
        }
        return Map.Entry.class.isAssignableFrom(type) ? new OfEntry(resolver, type) : null;
    }

    /// Found out by asking Fory, which asks us first.
    private Class<?> forysChoice(ClassResolver resolver, Class<?> type) {
        asking = true;
        try {
            return resolver.getSerializerClass(type, false);
        } finally {
            asking = false;
        }
    }

    /// Our objects exist only after their content was read, so the place kept for them is given up first; the caller
    /// fills it when we return.
    static void settleReference(ReadContext in) {
        if (in.hasPreservedRefId()) {
            in.reference(null);
        }
    }

    /// Fory has its own serialiser for this class, but that one fails for the `keySet()` of a map.
    static final class OfConcurrentKeys extends CollectionSerializer<ConcurrentHashMap.KeySetView> {
        OfConcurrentKeys(TypeResolver resolver) {
            super(resolver, ConcurrentHashMap.KeySetView.class, false);
        }

        @Override
        public void write(WriteContext out, ConcurrentHashMap.KeySetView value) {
            out.writeRef(new ArrayList(value));
        }

        @Override
        public ConcurrentHashMap.KeySetView read(ReadContext in) {
            settleReference(in);
            ConcurrentHashMap.KeySetView keys = ConcurrentHashMap.newKeySet();
            keys.addAll((Collection) in.readRef());
            return keys;
        }
    }

    /// `Stream.toList()` may hold nulls and is of the same class as `List.of(…)`, which may not.
    static final class OfImmutableList extends ImmutableListSerializer {
        static final Class<?> TYPE = List.of(1, 2, 3).getClass();

        OfImmutableList(TypeResolver resolver) {
            super(resolver, TYPE);
        }

        @Override
        public Collection newCollection(ReadContext in, boolean hasState) {
            int size = readCollectionSize(in, in.getBuffer(), hasState);
            setNumElements(size);
            return new ArrayList(size);
        }

        @Override
        public Collection onCollectionRead(Collection read) {
            return read.contains(null) ? read.stream().toList() : List.of(read.toArray());
        }
    }

    private static final class OfCollection extends CollectionSerializer<Collection> {
        OfCollection(TypeResolver resolver, Class type) {
            super(resolver, type, false);
        }

        @Override
        public void write(WriteContext out, Collection value) {
            out.writeRef(switch (value) {
                case LinkedList list -> new LinkedList(list); // its reversed() is declared to be one
                case SortedSet set -> new TreeSet(set);
                case Set set -> new LinkedHashSet(set);
                case List list -> new ArrayList(list);
                case Deque deque -> new LinkedList(deque);
                default -> new ArrayList(value);
            });
        }

        @Override
        public Collection read(ReadContext in) {
            settleReference(in);
            return (Collection) in.readRef();
        }
    }

    private static final class OfMap extends MapSerializer<Map> {
        OfMap(TypeResolver resolver, Class type) {
            super(resolver, type, false);
        }

        @Override
        public void write(WriteContext out, Map value) {
            out.writeRef(value instanceof SortedMap map ? new TreeMap(map) : new LinkedHashMap(value));
        }

        @Override
        public Map read(ReadContext in) {
            settleReference(in);
            return (Map) in.readRef();
        }
    }

    private static final class OfEntry extends Serializer<Map.Entry> {
        OfEntry(TypeResolver resolver, Class type) {
            super(resolver.getConfig(), type);
        }

        @Override
        public void write(WriteContext out, Map.Entry value) {
            out.writeRef(new SimpleImmutableEntry(value.getKey(), value.getValue()));
        }

        @Override
        public Map.Entry read(ReadContext in) {
            settleReference(in);
            return (Map.Entry) in.readRef();
        }
    }
}
