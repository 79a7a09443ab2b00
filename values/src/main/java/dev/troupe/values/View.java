package dev.troupe.values;

import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/// Collections, maps and entries that show a part of another and cannot travel by themselves; plain ones of equal content travel for them.
final class View {
    /// Serializable by name, but what they write cannot be read back.
    private static final Set<String> BROKEN = Set.of("java.util.LinkedList$ReverseOrderLinkedListView",
            "java.util.concurrent.ConcurrentHashMap$ValuesView",
            "java.util.concurrent.ConcurrentHashMap$EntrySetView");
    /// Holds all descriptors of its message, which cannot travel.
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

    /// Whether there are fields that are not sent.
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
