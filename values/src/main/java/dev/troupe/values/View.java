package dev.troupe.values;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/// Collections, maps and entries that show a part of another collection and cannot be sent themselves; plain ones with equal content are sent instead.
final class View {
    /// Classes that claim to be serializable, but whose serialized form cannot be read.
    private static final Set<String> BROKEN = Set.of("java.util.LinkedList$ReverseOrderLinkedListView",
            "java.util.concurrent.ConcurrentHashMap$ValuesView",
            "java.util.concurrent.ConcurrentHashMap$EntrySetView");
    /// Contains all descriptors of its message, which cannot be sent.
    private static final String MAP_OF_PROTOBUF = "com.google.protobuf.MapField$MutabilityAwareMap";

    private View() {}

    static boolean is(Class<?> type) {
        if (type.getName().startsWith("java.util.")) {
            return !Serializable.class.isAssignableFrom(type) || BROKEN.contains(type.getName());
        }
        return type.getName().equals(MAP_OF_PROTOBUF)
                || (isContainer(type) && !Serializable.class.isAssignableFrom(type) && !Named.byOthers(type) && hidesState(type));
    }

    private static boolean isContainer(Class<?> type) {
        return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    /// Whether it has fields that are not sent.
    static boolean hidesState(Class<?> type) {
        for (Class<?> layer = type; layer != null && !layer.getName().startsWith("java."); layer = layer.getSuperclass()) {
            for (Field field : layer.getDeclaredFields()) {
                if (Modifier.isTransient(field.getModifiers()) && !Modifier.isStatic(field.getModifiers())) {
                    return true;
                }
            }
        }
        return false;
    }
}
