package dev.troupe.values;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import org.apache.fory.Fory;
import org.apache.fory.context.ReadContext;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.collection.CollectionSerializers.CopyOnWriteArrayListSerializer;
import org.apache.fory.serializer.collection.CollectionSerializers.CopyOnWriteArraySetSerializer;
import org.apache.fory.serializer.collection.ImmutableCollectionSerializers.ImmutableListSerializer;
import org.apache.fory.serializer.collection.ImmutableCollectionSerializers.ImmutableMapSerializer;
import org.apache.fory.serializer.collection.ImmutableCollectionSerializers.ImmutableSetSerializer;

/// Collections and maps of the JDK's that are made of all their elements at once. If one of these refers to the collection, it is made before them:
/// instead of an immutable one, an unmodifiable view of one that is filled afterwards.
@SuppressWarnings({"rawtypes", "unchecked"})
final class Gathered {
    private Gathered() {}

    static void register(Fory fory) {
        for (Class<?> type : List.of(List.of(1).getClass(), List.of(1, 2, 3).getClass())) {
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

    private static <T> T asReference(ReadContext in, T elements) {
        if (in.hasPreservedRefId()) {
            in.reference(elements);
        }
        return elements;
    }

    /// Of a kind of collection that subclasses know.
    private abstract static class Elements extends AbstractCollection<Object> implements References.Provisional {
        final List<Object> all;
        private Collection<Object> filled;
        private Collection<Object> early;

        Elements(int size) {
            this.all = new ArrayList<>(size);
        }

        /// To be filled with all elements later, unless it is already.
        abstract Collection<Object> empty();

        Collection<Object> shown(Collection<Object> filled) {
            return filled;
        }

        abstract Collection<Object> made();

        @Override
        public final Object early() {
            if (early == null) {
                filled = empty();
                early = shown(filled);
            }
            return early;
        }

        final Collection<Object> finish() {
            if (early == null) {
                return made();
            }
            if (filled != all) {
                filled.addAll(all);
            }
            return early;
        }

        @Override
        public final boolean add(Object element) {
            return all.add(element);
        }

        @Override
        public final Iterator<Object> iterator() {
            return all.iterator();
        }

        @Override
        public final int size() {
            return all.size();
        }
    }

    /// `Stream.toList()` may hold nulls and is of the same class as `List.of(…)`, which may not.
    private static final class OfList extends ImmutableListSerializer {
        OfList(TypeResolver resolver, Class type) {
            super(resolver, type);
        }

        @Override
        public Collection newCollection(ReadContext in, boolean hasState) {
            int size = readCollectionSize(in, in.getBuffer(), hasState);
            setNumElements(size);
            return asReference(in, new Elements(size) {
                @Override
                Collection<Object> empty() {
                    return all;
                }

                @Override
                Collection<Object> shown(Collection<Object> filled) {
                    return Collections.unmodifiableList(all);
                }

                @Override
                Collection<Object> made() {
                    return all.contains(null) ? all.stream().toList() : List.of(all.toArray());
                }
            });
        }

        @Override
        public Collection onCollectionRead(Collection read) {
            return ((Elements) read).finish();
        }
    }

    private static final class OfSet extends ImmutableSetSerializer {
        OfSet(TypeResolver resolver, Class type) {
            super(resolver, type);
        }

        @Override
        public Collection newCollection(ReadContext in, boolean hasState) {
            int size = readCollectionSize(in, in.getBuffer(), hasState);
            setNumElements(size);
            return asReference(in, new Elements(size) {
                @Override
                Collection<Object> empty() {
                    return new LinkedHashSet<>();
                }

                @Override
                Collection<Object> shown(Collection<Object> filled) {
                    return Collections.unmodifiableSet((Set<Object>) filled);
                }

                @Override
                Collection<Object> made() {
                    return Set.of(all.toArray());
                }
            });
        }

        @Override
        public Collection onCollectionRead(Collection read) {
            return ((Elements) read).finish();
        }
    }

    private static final class OfCopyOnWriteList extends CopyOnWriteArrayListSerializer {
        OfCopyOnWriteList(TypeResolver resolver) {
            super(resolver, CopyOnWriteArrayList.class);
        }

        @Override
        public Collection newCollection(ReadContext in, boolean hasState) {
            int size = readCollectionSize(in, in.getBuffer(), hasState);
            setNumElements(size);
            return asReference(in, new Elements(size) {
                @Override
                Collection<Object> empty() {
                    return new CopyOnWriteArrayList<>();
                }

                @Override
                Collection<Object> made() {
                    return new CopyOnWriteArrayList<>(all);
                }
            });
        }

        @Override
        public CopyOnWriteArrayList onCollectionRead(Collection read) {
            return (CopyOnWriteArrayList) ((Elements) read).finish();
        }
    }

    private static final class OfCopyOnWriteSet extends CopyOnWriteArraySetSerializer {
        OfCopyOnWriteSet(TypeResolver resolver) {
            super(resolver, CopyOnWriteArraySet.class);
        }

        @Override
        public Collection newCollection(ReadContext in, boolean hasState) {
            int size = readCollectionSize(in, in.getBuffer(), hasState);
            setNumElements(size);
            return asReference(in, new Elements(size) {
                @Override
                Collection<Object> empty() {
                    return new CopyOnWriteArraySet<>();
                }

                @Override
                Collection<Object> made() {
                    return new CopyOnWriteArraySet<>(all);
                }
            });
        }

        @Override
        public CopyOnWriteArraySet onCollectionRead(Collection read) {
            return (CopyOnWriteArraySet) ((Elements) read).finish();
        }
    }

    private static final class Entries extends AbstractMap<Object, Object> implements References.Provisional {
        private final List<Map.Entry<Object, Object>> all;
        private Map<Object, Object> filled;
        private Map<Object, Object> early;

        Entries(int size) {
            this.all = new ArrayList<>(size);
        }

        @Override
        public Object early() {
            if (early == null) {
                filled = new LinkedHashMap<>();
                early = Collections.unmodifiableMap(filled);
            }
            return early;
        }

        Map<Object, Object> finish() {
            if (early == null) {
                return Map.ofEntries(all.toArray(Map.Entry[]::new));
            }
            all.forEach(entry -> filled.put(entry.getKey(), entry.getValue()));
            return early;
        }

        @Override
        public Object put(Object key, Object value) {
            all.add(new SimpleImmutableEntry<>(key, value));
            return null;
        }

        @Override
        public Set<Map.Entry<Object, Object>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Map.Entry<Object, Object>> iterator() {
                    return all.iterator();
                }

                @Override
                public int size() {
                    return all.size();
                }
            };
        }
    }

    private static final class OfMap extends ImmutableMapSerializer {
        OfMap(TypeResolver resolver, Class type) {
            super(resolver, type);
        }

        @Override
        public Map newMap(ReadContext in, boolean hasState) {
            int size = readMapSize(in, in.getBuffer(), hasState);
            setNumElements(size);
            return asReference(in, new Entries(size));
        }

        @Override
        public Map onMapRead(Map read) {
            return ((Entries) read).finish();
        }
    }
}
