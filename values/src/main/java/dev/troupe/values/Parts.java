package dev.troupe.values;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/// The parts of an object, nearest first, each with its path as one would write it in Java: `Message.worker.threads[3]`. This class does not look at fields
/// of JDK classes, but at the content of their collections.
final class Parts {
    private static final int MOST = 100_000;

    record Part(Object value, String path) {}

    private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Part> waiting = new ArrayDeque<>();

    private final Object sought;
    private String way;

    Parts(Object root) {
        this(root, null);
    }

    private Parts(Object root, Object sought) {
        add(root, name(root.getClass()));
        this.sought = sought;
    }

    /// The shortest path from one object to another, which may be itself; empty if it cannot be found.
    static Optional<String> way(Object from, Object to) {
        Parts parts = new Parts(from, to);
        for (Part part = parts.next(); part != null && parts.way == null; part = parts.next()) {
            var _ = parts.couldExpand(part);
        }
        return Optional.ofNullable(parts.way);
    }

    static String name(Class<?> type) {
        return type.isAnonymousClass() ? type.getName().substring(type.getName().lastIndexOf('.') + 1) : type.getSimpleName();
    }

    /// Null after the last.
    Part next() {
        return waiting.poll();
    }

    boolean anyWaiting(Predicate<Object> test) {
        return waiting.stream().anyMatch(part -> test.test(part.value()));
    }

    /// Whether there were too many parts to examine.
    boolean cutOff() {
        return visited.size() >= MOST;
    }

    /// Like `expand`, but returns false if a collection throws while it is examined, as a view of another collection may.
    boolean couldExpand(Part part) {
        try {
            expand(part);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /// Queues what the part contains.
    void expand(Part part) {
        Object value = part.value();
        Class<?> type = value.getClass();
        if (type.isArray()) {
            for (int i = 0; !type.getComponentType().isPrimitive() && i < Array.getLength(value) && !cutOff(); i++) {
                add(Array.get(value, i), part.path() + "[" + i + "]");
            }
        } else if (value instanceof Collection<?> collection) {
            int i = 0;
            for (Iterator<?> elements = collection.iterator(); elements.hasNext() && !cutOff();) {
                add(elements.next(), part.path() + "[" + i++ + "]");
            }
        } else if (value instanceof Map<?, ?> map) {
            for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator(); entries.hasNext() && !cutOff();) {
                Map.Entry<?, ?> entry = entries.next();
                Object key = entry.getKey();
                add(key, part.path() + ".key");
                add(entry.getValue(), part.path() + "[" + (key instanceof CharSequence ? "\"" + key + "\"" : key) + "]");
            }
        }
        addHidden(part);
        for (Class<?> layer = type; layer != null; layer = layer.getSuperclass()) {
            for (Field field : layer.getDeclaredFields()) {
                addField(field, part);
            }
        }
    }

    /// The content of JDK classes, through their public methods.
    private void addHidden(Part part) {
        switch (part.value()) {
            case SortedSet<?> set -> add(set.comparator(), part.path() + ".comparator()");
            case SortedMap<?, ?> map -> add(map.comparator(), part.path() + ".comparator()");
            case PriorityQueue<?> queue -> add(queue.comparator(), part.path() + ".comparator()");
            case PriorityBlockingQueue<?> queue -> add(queue.comparator(), part.path() + ".comparator()");
            case Optional<?> optional -> add(optional.orElse(null), part.path() + ".get()");
            case AtomicReference<?> reference -> add(reference.get(), part.path() + ".get()");
            case Map.Entry<?, ?> entry -> {
                add(entry.getKey(), part.path() + ".getKey()");
                add(entry.getValue(), part.path() + ".getValue()");
            }
            default -> {
            }
        }
    }

    private void addField(Field field, Part part) {
        if (field.getType().isPrimitive() || Modifier.isStatic(field.getModifiers())
                || Modifier.isTransient(field.getModifiers())) {
            return;
        }
        try {
            field.setAccessible(true);
            add(field.get(part.value()), part.path() + "." + field.getName());
        } catch (InaccessibleObjectException | IllegalAccessException e) {
            return;
        }
    }

    private void add(Object value, String path) {
        if (value != null && value == sought && way == null) {
            way = path;
        }
        if (value != null && !cutOff() && visited.add(value)) {
            waiting.add(new Part(value, path));
        }
    }
}
