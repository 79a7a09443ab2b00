package dev.troupe.lifecycle;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// Changes to the labels or annotations of an object; all others stay.
///
/// @param set to these values
/// @param removed names to remove
public record Marks(Map<String, String> set, Set<String> removed) {
    public Marks {
        set = Map.copyOf(set);
        removed = Set.copyOf(removed);
    }

    boolean isEmpty() {
        return set.isEmpty() && removed.isEmpty();
    }

    /// The changes that turn `now` into `wanted`.
    ///
    /// @param now may be [Abridged]
    /// @param ours names that the operator has set, which are removed when they are no longer wanted
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
