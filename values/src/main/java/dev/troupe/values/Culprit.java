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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Walks an object that could not be written, nearest parts first, to say which part it was.
final class Culprit {
    private static final int MOST_PARTS = 100_000;

    /// `path` is as one would write it in Java: `Message.worker.threads[3]`.
    record Found(String type, String path, boolean nested) {
        String place() {
            return nested ? ", it was reached by " + path : "";
        }
    }

    private record Part(Object value, String path) {}

    private final Consumer<Class<?>> check;
    private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Part> waiting = new ArrayDeque<>();

    private Culprit(Consumer<Class<?>> check) {
        this.check = check;
    }

    /// `check` throws for a class that cannot be written.
    static Optional<Found> in(Object root, Consumer<Class<?>> check) {
        return new Culprit(check).search(root);
    }

    private Optional<Found> search(Object root) {
        String type = root.getClass().getName();
        String name = root.getClass().isAnonymousClass() ? type.substring(type.lastIndexOf('.') + 1) : root.getClass().getSimpleName();
        add(root, name);
        while (!waiting.isEmpty() && visited.size() < MOST_PARTS) {
            Part part = waiting.remove();
            Object value = part.value();
            try {
                expand(part);
            } catch (RuntimeException e) {
                continue; // a collection that fails while it is looked at: the search goes on elsewhere
            }
            if (refused(value.getClass()) && !anyRefusedAmongWaiting()) {
                return Optional.of(new Found(value.getClass().getName(), part.path(), !part.path().equals(name)));
            }
        }
        return Optional.empty();
    }

    /// A class may be refused only because of a field's type; then the part in that field is the better answer.
    private boolean anyRefusedAmongWaiting() {
        return waiting.stream().anyMatch(part -> refused(part.value().getClass()));
    }

    private boolean refused(Class<?> type) {
        try {
            check.accept(type);
            return false;
        } catch (RuntimeException | LinkageError e) {
            return true;
        }
    }

    private void expand(Part part) {
        Object value = part.value();
        Class<?> type = value.getClass();
        if (type.isArray()) {
            for (int i = 0; !type.getComponentType().isPrimitive() && i < Array.getLength(value); i++) {
                add(Array.get(value, i), part.path() + "[" + i + "]");
            }
        } else if (value instanceof Collection<?> collection) {
            int i = 0;
            for (Object element : collection) {
                add(element, part.path() + "[" + i++ + "]");
            }
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, element) -> {
                add(key, part.path() + ".key");
                add(element, part.path() + "[" + (key instanceof CharSequence ? "\"" + key + "\"" : key) + "]");
            });
        }
        for (Class<?> layer = type; layer != null; layer = layer.getSuperclass()) {
            for (Field field : layer.getDeclaredFields()) {
                addField(field, part);
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
            // fields of JDK classes are not for us to look at
            return;
        }
    }

    private void add(Object value, String path) {
        if (value != null && visited.size() < MOST_PARTS && visited.add(value)) {
            waiting.add(new Part(value, path));
        }
    }
}
