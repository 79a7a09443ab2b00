package dev.troupe.calls;

import dev.troupe.functions.FunctionFacts;
import dev.troupe.functions.Functions;
import dev.troupe.values.Input;
import dev.troupe.values.Output;
import io.ray.api.concurrencygroup.ConcurrencyGroup;
import io.ray.api.function.RayFunc;
import io.ray.api.function.RayFuncR;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The concurrency groups of one actor: which of them a call belongs to. A call that belongs to none runs in the
/// actor's default group.
public final class ConcurrencyGroups {
    /// Stands for the default group.
    public static final int DEFAULT = -1;
    static final ConcurrencyGroups NONE = new ConcurrencyGroups(List.of());

    /// One group.
    ///
    /// @param methods the methods in it, as [FunctionFacts#signature()]
    public record Group(String name, int maxConcurrency, Set<String> methods) implements ConcurrencyGroup {
        public Group {
            if (name == null || name.isBlank()) {
                throw new IllegalArgumentException("a concurrency group has no name; give it one with setName");
            }
            if (maxConcurrency < 1) {
                throw new IllegalArgumentException("concurrency group '" + name + "' has maxConcurrency " + maxConcurrency
                        + "; set it to 1 or more with setMaxConcurrency");
            }
            methods = Set.copyOf(methods);
        }
    }

    private final List<Group> groups;
    private final Map<String, Integer> byName = new HashMap<>();
    private final Map<String, Integer> byMethod = new HashMap<>();

    private ConcurrencyGroups(List<Group> groups) {
        this.groups = List.copyOf(groups);
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            if (byName.putIfAbsent(group.name(), i) != null) {
                throw new IllegalArgumentException("an actor has two concurrency groups named '" + group.name() + "'");
            }
            for (String method : group.methods()) {
                Integer other = byMethod.putIfAbsent(method, i);
                if (other != null) {
                    throw new IllegalArgumentException("method " + method + " belongs to the concurrency groups '"
                            + groups.get(other).name() + "' and '" + group.name() + "'; it can belong to one");
                }
            }
        }
    }

    /// Implements `ConcurrencyGroupBuilder.build()`.
    public static ConcurrencyGroup create(String name, int maxConcurrency, List<RayFunc> functions) {
        Set<String> methods = new HashSet<>();
        for (RayFunc each : functions) {
            FunctionFacts function = Functions.of(each);
            if (!function.isMethodReference()) {
                throw new IllegalArgumentException("concurrency group '" + name + "' was given " + function.name()
                        + ", which later calls cannot be compared with; give a method reference such as MyActor::compute");
            }
            methods.add(function.signature());
        }
        return new Group(name, maxConcurrency, methods);
    }

    /// The groups in the annotations of the class that an actor's constructor is declared to create.
    public static List<ConcurrencyGroup> extract(RayFuncR<?> constructor) {
        return AnnotatedGroups.of(Functions.of(constructor).resultType());
    }

    /// The groups that an actor is created with.
    ///
    /// @throws IllegalArgumentException if two have the same name or share a method
    public static ConcurrencyGroups of(List<ConcurrencyGroup> groups) {
        if (groups == null || groups.isEmpty()) {
            return NONE;
        }
        return new ConcurrencyGroups(groups.stream().map(Group.class::cast).toList());
    }

    public List<Group> groups() {
        return groups;
    }

    /// The place in [#groups()] of the group that a call belongs to, or [#DEFAULT].
    ///
    /// @param signature of the function that is called
    /// @param asked the group requested for this call alone; empty or null for none
    /// @throws IllegalArgumentException if there is no group with that name
    public int of(String signature, String asked) {
        if (asked != null && !asked.isEmpty()) {
            Integer found = byName.get(asked);
            if (found == null) {
                throw new IllegalArgumentException("the actor has no concurrency group '" + asked + "'; it has "
                        + (groups.isEmpty() ? "none" : String.join(", ", groups.stream().map(Group::name).toList())));
            }
            return found;
        }
        return byMethod.isEmpty() ? DEFAULT : byMethod.getOrDefault(signature, DEFAULT);
    }

    void write(Output out) {
        out.writeInt(groups.size());
        for (Group group : groups) {
            out.writeText(group.name());
            out.writeInt(group.maxConcurrency());
            out.writeInt(group.methods().size());
            group.methods().forEach(out::writeText);
        }
    }

    static ConcurrencyGroups read(Input in) {
        int count = in.readInt();
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = in.readText();
            int maxConcurrency = in.readInt();
            Set<String> methods = new HashSet<>();
            for (int left = in.readInt(); left > 0; left--) {
                methods.add(in.readText());
            }
            groups.add(new Group(name, maxConcurrency, methods));
        }
        return groups.isEmpty() ? NONE : new ConcurrencyGroups(groups);
    }
}
