package dev.troupe.dijob;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// How labels or annotations of an object change; others stay.
///
/// @param set to these values
/// @param removed names of those that go
public record Marks(Map<String, String> set, Set<String> removed) {
    public Marks {
        set = Map.copyOf(set);
        removed = Set.copyOf(removed);
    }

    boolean isEmpty() {
        return set.isEmpty() && removed.isEmpty();
    }

    /// What makes `now` as `wanted`.
    ///
    /// @param now may be [Abridged]
    /// @param ours names that were set by us: they go when they are not wanted any more
    static Marks of(Map<String, String> now, Map<String, String> wanted, Set<String> ours) {
        Map<String, String> set = new LinkedHashMap<>(wanted);
        set.entrySet().removeIf(one -> now.containsKey(one.getKey())
                && Abridged.value(one.getKey(), now.get(one.getKey())).equals(Abridged.value(one.getKey(), one.getValue())));
        Set<String> removed = new LinkedHashSet<>(ours);
        removed.retainAll(now.keySet());
        removed.removeAll(wanted.keySet());
        return new Marks(set, removed);
    }
}
