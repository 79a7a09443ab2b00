package dev.troupe.values;

import java.io.Externalizable;
import java.lang.reflect.Constructor;
import java.nio.ByteBuffer;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.DoubleSummaryStatistics;
import java.util.GregorianCalendar;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fory.Fory;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.ExternalizableSerializer;
import org.apache.fory.serializer.ObjectSerializer;
import org.apache.fory.serializer.ReplaceResolveSerializer;
import org.apache.fory.serializer.Serializer;
import org.apache.fory.serializer.SerializerFactory;
import org.apache.fory.serializer.TimeSerializers.CalendarSerializer;
import org.apache.fory.serializer.TimeSerializers.TimeZoneSerializer;
import org.apache.fory.serializer.collection.CollectionSerializer;
import org.apache.fory.serializer.collection.CollectionSerializers.DefaultJavaCollectionSerializer;
import org.apache.fory.serializer.collection.CollectionSerializers.JDKCompatibleCollectionSerializer;
import org.apache.fory.serializer.collection.MapSerializer;
import org.apache.fory.serializer.collection.MapSerializers.DefaultJavaMapSerializer;
import org.apache.fory.serializer.collection.MapSerializers.JDKCompatibleMapSerializer;

/// Serializers for classes that Fory rejects, and for classes that Fory writes differently after their first use. Views of the JDK's
/// collections (`keySet()`, `values()`, `reversed()`) and map entries arrive as plain collections of equal content.
@SuppressWarnings({"rawtypes", "unchecked", "JdkObsolete"})
final class Copies implements SerializerFactory {
    /// The serializers that Fory chooses for classes with `writeReplace` or `readResolve`, for classes that write themselves, and for all others.
    private static final Set<Class<?>> REPLACED = Set.of(ReplaceResolveSerializer.class, JDKCompatibleCollectionSerializer.class,
            JDKCompatibleMapSerializer.class);
    private static final Set<Class<?>> EXTERNAL = Set.of(ExternalizableSerializer.class, JDKCompatibleCollectionSerializer.class,
            JDKCompatibleMapSerializer.class);
    private static final Set<Class<?>> FIELDS = Set.of(ObjectSerializer.class, DefaultJavaCollectionSerializer.class,
            DefaultJavaMapSerializer.class);

    /// JDK classes that contain only data but are not `Serializable`.
    private static final Set<Class<?>> DATA = Set.of(IntSummaryStatistics.class, LongSummaryStatistics.class, DoubleSummaryStatistics.class,
            StringJoiner.class);
    /// JDK classes that contain other objects and are created after them.
    private static final Set<Class<?>> BOXES = Stream.of(Optional.of(1), Arrays.asList(1), Collections.singletonList(1),
            Collections.singleton(1), Collections.singletonMap(1, 1), Collections.unmodifiableCollection(List.of()),
            Collections.unmodifiableList(new ArrayList<>()), Collections.unmodifiableList(new LinkedList<>()),
            Collections.unmodifiableSet(Set.of()), Collections.unmodifiableSortedSet(new TreeSet<>()),
            Collections.unmodifiableMap(Map.of()),
            Collections.unmodifiableSortedMap(new TreeMap<>()), Collections.synchronizedCollection(List.of()),
            Collections.synchronizedList(new ArrayList<>()), Collections.synchronizedList(new LinkedList<>()),
            Collections.synchronizedSet(Set.of()), Collections.synchronizedSortedSet(new TreeSet<>()),
            Collections.synchronizedMap(Map.of()),
            Collections.synchronizedSortedMap(new TreeMap<>())).map(Object::getClass).collect(Collectors.toUnmodifiableSet());

    private final Doubts doubts;
    private boolean asking;

    Copies(Doubts doubts) {
        this.doubts = doubts;
    }

    /// Serializers for classes that Fory already knows.
    static void register(Fory fory) {
        fory.registerSerializer(ConcurrentHashMap.KeySetView.class, OfConcurrentKeys::new);
        Gathered.register(fory);
        fory.registerSerializer(LinkedHashMap.class, OfLinkedMap::new);
        fory.registerSerializer(Locale.class, OfLocale::new);
        fory.registerSerializer(AtomicReference.class, OfAtomic::new);
        for (Class<?> type : BOXES) {
            fory.registerSerializer(type,
                    resolver -> OfWhole.around(resolver.getSerializer(type), (ClassResolver) resolver, type));
        }
    }

    @Override
    public Serializer createSerializer(TypeResolver resolver, Class<?> type) {
        return asking ? null : create((ClassResolver) resolver, type);
    }

    private Serializer create(ClassResolver resolver, Class type) {
        Unmovable.refuse(type);
        Serializer known = createForTheJdk(resolver, type);
        if (known != null) {
            return known;
        }
        if (View.is(type)) {
            Serializer view = createForView(resolver, type);
            return view == null ? null : OfWhole.around(view, resolver, type);
        }
        Instances.prepare(resolver, type);
        if (Throwable.class.isAssignableFrom(type)) {
            return OfThrowable.possible()
                    ? resolver.createSerializerSafe(type, () -> new OfThrowable(resolver, type))
                    : null;
        }
        if (OfReplaced.may(resolver, type) && REPLACED.contains(forysChoice(resolver, type))) {
            return Delegating.to(new OfReplaced(resolver, type, doubts), resolver, type);
        }
        if (Externalizable.class.isAssignableFrom(type) && EXTERNAL.contains(forysChoice(resolver, type))) {
            return Delegating.to(new OfExternal(resolver, type, doubts), resolver, type);
        }
        if (OfExtended.may(type)) {
            return resolver.createSerializerSafe(type, () -> OfExtended.create(resolver, type, doubts));
        }
        Class choice = forysChoice(resolver, type);
        Serializer fields = FIELDS.contains(choice) ? createForFields(resolver, type) : null;
        return fields == null && Doubts.isDoubtful(type)
                ? resolver.createSerializerSafe(type,
                        () -> Watched.around(FIELDS.contains(choice) ? ObjectSerializer.class : choice, resolver, type, doubts))
                : fields;
    }

    private static Serializer createForTheJdk(ClassResolver resolver, Class type) {
        if (Random.class.isAssignableFrom(type)) {
            return new OfJava(resolver, type);
        }
        if (type == SplittableRandom.class) {
            return new OfSplittableRandom(resolver);
        }
        // Fory would track references to these only until the first use of their class.
        if (Calendar.class.isAssignableFrom(type)) {
            return type == GregorianCalendar.class
                    ? new CalendarSerializer(resolver.getConfig(), type, true)
                    : new OfJava(resolver, type);
        }
        if (TimeZone.class.isAssignableFrom(type)) {
            return type.getName().equals("sun.util.calendar.ZoneInfo")
                    ? new TimeZoneSerializer(resolver.getConfig(), true)
                    : new OfJava(resolver, type);
        }
        if (ByteBuffer.class.isAssignableFrom(type)) {
            return new OfBuffer(resolver, type);
        }
        return DATA.contains(type) ? resolver.createSerializerSafe(type, () -> new ObjectSerializer(resolver, type)) : null;
    }

    /// Null if Fory's own serializer is correct.
    private static Serializer createForFields(ClassResolver resolver, Class type) {
        if (type.isRecord()) {
            return OfWhole.couldHoldItself(type)
                    ? resolver.createSerializerSafe(type, () -> OfWhole.ofRecord(resolver, type))
                    : null;
        }
        Serializer constant = OfConstant.create(resolver, type);
        if (constant != null) {
            return Delegating.to(constant, resolver, type);
        }
        boolean asFory = Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)
                || !resolver.getConfig().isCodeGenEnabled() || !(Uncompiled.has(type) || Instances.areMadeByTheirConstructor(type));
        return asFory ? null : resolver.createSerializerSafe(type, () -> Compiled.create(resolver, type));
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

    /// An empty instance of a public class with a public constructor, such as `WeakHashMap`; null for views, which have neither.
    private static Supplier<?> empty(Class<?> type) {
        if (!Named.byOthers(type)) {
            return null;
        }
        try {
            Constructor<?> make = type.getConstructor();
            return () -> {
                try {
                    return make.newInstance();
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            };
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /// Asks Fory, which asks this class first.
    private Class<?> forysChoice(ClassResolver resolver, Class<?> type) {
        asking = true;
        try {
            return resolver.getSerializerClass(type, false);
        } finally {
            asking = false;
        }
    }

    /// Our objects exist only after their content was read, so this method first releases the number that is reserved for them; the caller
    /// assigns it when this method returns.
    static void settleReference(ReadContext in) {
        if (in.hasPreservedRefId()) {
            in.reference(References.UNMADE);
        }
    }

    /// Fory has its own serializer for this class, but it fails for the `keySet()` of a map.
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

    private static final class OfAtomic extends Serializer<AtomicReference> {
        OfAtomic(TypeResolver resolver) {
            super(resolver.getConfig(), AtomicReference.class);
        }

        @Override
        public void write(WriteContext out, AtomicReference value) {
            out.writeRef(value.get());
        }

        @Override
        public AtomicReference read(ReadContext in) {
            AtomicReference value = new AtomicReference();
            if (in.hasPreservedRefId()) {
                in.reference(value);
            }
            value.set(in.readRef());
            return value;
        }
    }

    private static final class OfCollection extends CollectionSerializer<Collection> {
        private final Supplier<?> empty;

        OfCollection(TypeResolver resolver, Class type) {
            super(resolver, type, false);
            this.empty = empty(type);
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
            Collection content = (Collection) in.readRef();
            if (empty == null) {
                return content;
            }
            Collection own = (Collection) empty.get();
            own.addAll(content);
            return own;
        }
    }

    private static final class OfMap extends MapSerializer<Map> {
        private final Supplier<?> empty;

        OfMap(TypeResolver resolver, Class type) {
            super(resolver, type, false);
            this.empty = empty(type);
        }

        @Override
        public void write(WriteContext out, Map value) {
            out.writeRef(value instanceof SortedMap map ? new TreeMap(map) : new LinkedHashMap(value));
        }

        @Override
        public Map read(ReadContext in) {
            settleReference(in);
            Map content = (Map) in.readRef();
            if (empty == null) {
                return content;
            }
            Map own = (Map) empty.get();
            own.putAll(content);
            return own;
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
