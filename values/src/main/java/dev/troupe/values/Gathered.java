package dev.troupe.values;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.fory.Fory;
import org.apache.fory.context.ReadContext;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.collection.CollectionSerializers.CopyOnWriteArrayListSerializer;
import org.apache.fory.serializer.collection.CollectionSerializers.CopyOnWriteArraySetSerializer;
import org.apache.fory.serializer.collection.ImmutableCollectionSerializers.ImmutableListSerializer;
import org.apache.fory.serializer.collection.ImmutableCollectionSerializers.ImmutableMapSerializer;
import org.apache.fory.serializer.collection.ImmutableCollectionSerializers.ImmutableSetSerializer;

/// Collections and maps of the JDK that are created from all their elements at once. If an element refers to its collection, the collection is created before
/// its elements: as an unmodifiable view of a collection that is filled afterwards, instead of an immutable collection.
@SuppressWarnings({"rawtypes", "unchecked"})
final class Gathered {
    private static final Class<?> SHORT_LIST = List.of(1).getClass();

    private Gathered() {}

    static void register(Fory fory) {
        for (Class<?> type : List.of(SHORT_LIST, List.of(1, 2, 3).getClass())) {
            fory.registerSerializer(type, resolver -> new OfList(resolver, type));
        }
        for (Class<?> type : List.of(Set.of(1).getClass(), Set.of(1, 2, 3).getClass())) {
            fory.registerSerializer(type, resolver -> new OfSet(resolver, type));
        }
        for (Class<?> type : List.of(Map.of(1, 1).getClass(), Map.of().getClass())) {
            fory.registerSerializer(type, resolver -> new OfMap(resolver, type));
        }
        fory.registerSerializer(CopyOnWriteArrayList.class, OfCopyOnWriteList::new);
        fory.registerSerializer(CopyOnWriteArraySet.class, OfCopyOnWriteSet::new);
    }

    /// The collections of one serializer whose elements are being read, the innermost last.
    private static final class Open<T> {
        private final Supplier<T> empty;
        private final UnaryOperator<T> shown;
        private final BiConsumer<T, T> fill;
        private final Deque<Place> places = new ArrayDeque<>();

        Open(Supplier<T> empty, UnaryOperator<T> shown, BiConsumer<T, T> fill) {
            this.empty = empty;
            this.shown = shown;
            this.fill = fill;
        }

        void begin(ReadContext in) {
            Place place = new Place();
            places.push(place);
            if (in.hasPreservedRefId()) {
                in.reference(place);
            }
        }

        /// The collection to use: the one created from all elements, unless an element already refers to a view.
        T end(T made) {
            Place place = places.pop();
            if (place.early == null) {
                return made;
            }
            fill.accept(place.filled, made);
            return place.early;
        }

        private final class Place implements References.Provisional {
            private T filled;
            private T early;

            @Override
            public Object early() {
                if (early == null) {
                    filled = empty.get();
                    early = shown.apply(filled);
                }
                return early;
            }
        }
    }

    /// `Stream.toList()` may contain nulls and has the same class as `List.of(…)`, which may not.
    private static final class OfList extends ImmutableListSerializer {
        private final Open<List> open = new Open<>(ArrayList::new, Collections::unmodifiableList, List::addAll);

        OfList(TypeResolver resolver, Class type) {
            super(resolver, type);
        }

        @Override
        public Collection newCollection(ReadContext in, boolean hasState) {
            open.begin(in);
            if (type == SHORT_LIST) {
                return super.newCollection(in, hasState);
            }
            int size = readCollectionSize(in, in.getBuffer(), hasState);
            setNumElements(size);
            return new ArrayList(size);
        }

        @Override
        public Collection onCollectionRead(Collection read) {
            if (type == SHORT_LIST) {
                return open.end((List) super.onCollectionRead(read));
            }
            return open.end(read.contains(null) ? read.stream().toList() : List.of(read.toArray()));
        }
    }

    private static final class OfSet extends ImmutableSetSerializer {
        private final Open<Set> open = new Open<>(LinkedHashSet::new, Collections::unmodifiableSet, Set::addAll);

        OfSet(TypeResolver resolver, Class type) {
            super(resolver, type);
        }

        @Override
        public Collection newCollection(ReadContext in, boolean hasState) {
            open.begin(in);
            return super.newCollection(in, hasState);
        }

        @Override
        public Collection onCollectionRead(Collection read) {
            return open.end((Set) super.onCollectionRead(read));
        }
    }

    private static final class OfMap extends ImmutableMapSerializer {
        private final Open<Map> open = new Open<>(LinkedHashMap::new, Collections::unmodifiableMap, Map::putAll);

        OfMap(TypeResolver resolver, Class type) {
            super(resolver, type);
        }

        @Override
        public Map newMap(ReadContext in, boolean hasState) {
            open.begin(in);
            return super.newMap(in, hasState);
        }

        @Override
        public Map onMapRead(Map read) {
            return open.end(super.onMapRead(read));
        }
    }

    private static final class OfCopyOnWriteList extends CopyOnWriteArrayListSerializer {
        private final Open<CopyOnWriteArrayList> open = new Open<>(CopyOnWriteArrayList::new, UnaryOperator.identity(),
                CopyOnWriteArrayList::addAll);

        OfCopyOnWriteList(TypeResolver resolver) {
            super(resolver, CopyOnWriteArrayList.class);
        }

        @Override
        public Collection newCollection(ReadContext in, boolean hasState) {
            open.begin(in);
            return super.newCollection(in, hasState);
        }

        @Override
        public CopyOnWriteArrayList onCollectionRead(Collection read) {
            return open.end(super.onCollectionRead(read));
        }
    }

    private static final class OfCopyOnWriteSet extends CopyOnWriteArraySetSerializer {
        private final Open<CopyOnWriteArraySet> open = new Open<>(CopyOnWriteArraySet::new, UnaryOperator.identity(), Set::addAll);

        OfCopyOnWriteSet(TypeResolver resolver) {
            super(resolver, CopyOnWriteArraySet.class);
        }

        @Override
        public Collection newCollection(ReadContext in, boolean hasState) {
            open.begin(in);
            return super.newCollection(in, hasState);
        }

        @Override
        public CopyOnWriteArraySet onCollectionRead(Collection read) {
            return open.end(super.onCollectionRead(read));
        }
    }
}
