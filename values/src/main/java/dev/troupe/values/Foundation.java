package dev.troupe.values;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/// The JDK's part of a collection or map whose class extends one of the JDK's. The JDK's constructor creates it, and the JDK's
/// methods clear and fill it, even if the class overrides them.
@SuppressWarnings("JdkObsolete")
final class Foundation {
    private static final Map<Class<?>, String> COLLECTIONS = Map.ofEntries(Map.entry(ArrayList.class, "add"),
            Map.entry(LinkedList.class, "add"), Map.entry(Vector.class, "add"), Map.entry(Stack.class, "add"),
            Map.entry(HashSet.class, "add"), Map.entry(LinkedHashSet.class, "add"), Map.entry(TreeSet.class, "add"),
            Map.entry(ConcurrentSkipListSet.class, "add"),
            // Their add method calls these methods, which may be overridden.
            Map.entry(ArrayDeque.class, "addLast"), Map.entry(PriorityQueue.class, "offer"));
    private static final Set<Class<?>> MAPS = Set.of(HashMap.class, LinkedHashMap.class, ConcurrentHashMap.class, TreeMap.class,
            ConcurrentSkipListMap.class);
    private static final Set<Class<?>> ORDERED = Set.of(TreeSet.class, ConcurrentSkipListSet.class, PriorityQueue.class, TreeMap.class,
            ConcurrentSkipListMap.class);
    private static final float USUAL_LOAD = 0.75f;

    private final Class<?> base;
    private final Constructor<?> make;
    private final MethodHandle content;
    private final MethodHandle add;

    /// For objects of `type`, which is `base` or extends it.
    Foundation(Class<?> base, Class<?> type) {
        this.base = base;
        try {
            this.make = JdkAccess.constructor(type, base.getConstructor(parameters(base)));
            Lookup lookup = JdkAccess.lookup(base);
            this.content = MAPS.contains(base)
                    ? lookup.findSpecial(base, "entrySet", MethodType.methodType(Set.class), base)
                            .asType(MethodType.methodType(Set.class, Object.class))
                    : lookup.findSpecial(base, "iterator", MethodType.methodType(Iterator.class), base)
                            .asType(MethodType.methodType(Iterator.class, Object.class));
            this.add = MAPS.contains(base) ? put(base, lookup) : add(base, lookup);
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException("this JDK gives no access to the state of " + base, e);
        }
    }

    /// The JDK class that the type extends, or null if it extends none of those listed here.
    static Class<?> base(Class<?> type) {
        Class<?> base = type;
        while (base != null && !JdkAccess.owns(base)) {
            base = base.getSuperclass();
        }
        return base != type && (COLLECTIONS.containsKey(base) || MAPS.contains(base)) ? base : null;
    }

    private static Class<?>[] parameters(Class<?> base) {
        if (ORDERED.contains(base)) {
            return new Class<?>[]{Comparator.class};
        }
        return base == LinkedHashMap.class ? new Class<?>[]{int.class, float.class, boolean.class} : new Class<?>[0];
    }

    private static MethodHandle add(Class<?> base, Lookup lookup) throws ReflectiveOperationException {
        Class<?> result = base == ArrayDeque.class ? void.class : boolean.class;
        return lookup.findSpecial(base, COLLECTIONS.get(base), MethodType.methodType(result, Object.class), base)
                .asType(MethodType.methodType(void.class, Object.class, Object.class));
    }

    /// `HashMap.put` would call `removeEldestEntry`; this method, which `HashMap` has for its own deserialization, does not.
    private static MethodHandle put(Class<?> base, Lookup lookup) throws ReflectiveOperationException {
        MethodHandle put;
        if (HashMap.class.isAssignableFrom(base)) {
            Lookup inside = JdkAccess.lookup(HashMap.class);
            MethodHandle hash = inside.findStatic(HashMap.class, "hash", MethodType.methodType(int.class, Object.class));
            MethodHandle hashed = MethodHandles.insertArguments(inside.findVirtual(HashMap.class, "putVal", MethodType.methodType(
                    Object.class, int.class, Object.class, Object.class, boolean.class, boolean.class)), 4, false, false);
            put = MethodHandles.permuteArguments(MethodHandles.collectArguments(hashed, 1, hash),
                    MethodType.methodType(Object.class, HashMap.class, Object.class, Object.class), 0, 1, 1, 2);
        } else {
            put = lookup.findSpecial(base, "put", MethodType.methodType(Object.class, Object.class, Object.class), base);
        }
        return put.asType(MethodType.methodType(void.class, Object.class, Object.class, Object.class));
    }

    /// The constructor argument of an empty instance: its comparator, or whether it is in access order. Null for most classes.
    Object order(Object value) {
        return switch (value) {
            case LinkedHashMap<?, ?> map when base == LinkedHashMap.class -> OfLinkedMap.isInAccessOrder(map);
            case TreeSet<?> set -> set.comparator();
            case ConcurrentSkipListSet<?> set -> set.comparator();
            case PriorityQueue<?> queue -> queue.comparator();
            case TreeMap<?, ?> map -> map.comparator();
            case ConcurrentSkipListMap<?, ?> map -> map.comparator();
            default -> null;
        };
    }

    /// Whether [#order] may be non-null.
    boolean hasOrder() {
        return make.getParameterCount() > 0;
    }

    Object make(Object order) {
        try {
            return switch (make.getParameterCount()) {
                case 0 -> make.newInstance();
                case 1 -> make.newInstance(order);
                default -> make.newInstance(16, USUAL_LOAD, order);
            };
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The elements, or alternating keys and values.
    Object[] content(Object value) {
        try {
            List<Object> all = new ArrayList<>();
            if (value instanceof Map) {
                for (Object each : (Set<?>) content.invokeExact(value)) {
                    Map.Entry<?, ?> entry = (Map.Entry<?, ?>) each;
                    all.add(entry.getKey());
                    all.add(entry.getValue());
                }
            } else {
                ((Iterator<?>) content.invokeExact(value)).forEachRemaining(all::add);
            }
            return all.toArray();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    void fill(Object value, Object[] content) {
        try {
            if (value instanceof Collection) {
                for (Object element : content) {
                    add.invokeExact(value, element);
                }
            } else {
                for (int i = 0; i + 1 < content.length; i += 2) {
                    add.invokeExact(value, content[i], content[i + 1]);
                }
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
