package dev.troupe.calls;

import dev.troupe.functions.Declared;
import io.ray.api.concurrencygroup.ConcurrencyGroup;
import io.ray.api.concurrencygroup.annotations.DefConcurrencyGroup;
import io.ray.api.concurrencygroup.annotations.UseConcurrencyGroup;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Concurrency groups declared by annotations: `@DefConcurrencyGroup` on the class, its superclasses and interfaces, `@UseConcurrencyGroup` on
/// methods. Annotations nearer to the class take precedence.
final class AnnotatedGroups {
    /// Needed for every actor that is created, so it is cached for each class.
    private static final ClassValue<List<ConcurrencyGroup>> KNOWN = new ClassValue<>() {
        @Override
        protected List<ConcurrencyGroup> computeValue(Class<?> type) {
            return read(type);
        }
    };

    private AnnotatedGroups() {}

    /// @throws IllegalStateException if a method uses a group that is not defined
    static List<ConcurrencyGroup> of(Class<?> actor) {
        return KNOWN.get(actor);
    }

    private static List<ConcurrencyGroup> read(Class<?> actor) {
        Set<Class<?>> ancestors = ancestors(actor);
        Map<String, Integer> sizes = new LinkedHashMap<>();
        for (Class<?> type : ancestors) {
            for (DefConcurrencyGroup group : type.getDeclaredAnnotationsByType(DefConcurrencyGroup.class)) {
                sizes.putIfAbsent(group.name(), group.maxConcurrency());
            }
        }
        Map<String, Set<String>> methods = new HashMap<>();
        Set<String> seen = new HashSet<>();
        for (Class<?> type : ancestors) {
            for (Method method : type.getDeclaredMethods()) {
                UseConcurrencyGroup use = method.getAnnotation(UseConcurrencyGroup.class);
                if (use != null && !method.isBridge() && seen.add(Declared.signature(method))) {
                    require(sizes.keySet(), use.name(), method);
                    methods.computeIfAbsent(use.name(), _ -> new HashSet<>()).add(Declared.signature(method));
                }
            }
        }
        List<ConcurrencyGroup> groups = new ArrayList<>();
        sizes.forEach((name, size) -> groups.add(new ConcurrencyGroups.Group(name, size, methods.getOrDefault(name, Set.of()))));
        return List.copyOf(groups);
    }

    private static void require(Set<String> defined, String name, Method method) {
        if (!defined.contains(name)) {
            throw new IllegalStateException(method.getDeclaringClass().getName() + "." + method.getName()
                    + " uses the concurrency group '" + name + "', which is not defined; add @DefConcurrencyGroup(name = \""
                    + name + "\", maxConcurrency = …) to the class"
                    + (defined.isEmpty() ? "" : " (defined: " + String.join(", ", defined) + ")"));
        }
    }

    /// The class itself, its superclasses, then their interfaces.
    private static Set<Class<?>> ancestors(Class<?> actor) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> type = actor; type != null && type != Object.class; type = type.getSuperclass()) {
            all.add(type);
        }
        for (Class<?> type : List.copyOf(all)) {
            addInterfaces(type, all);
        }
        return all;
    }

    private static void addInterfaces(Class<?> type, Set<Class<?>> all) {
        for (Class<?> each : type.getInterfaces()) {
            if (all.add(each)) {
                addInterfaces(each, all);
            }
        }
    }
}
