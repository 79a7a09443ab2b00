package dev.troupe.transfer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// Which nodes pull or have copies of the originals of this node. An entry lives as long as its original.
final class Tracker {
    private final Map<Long, Set<Integer>> nodes = new HashMap<>();

    synchronized void joined(long id, int node) {
        nodes.computeIfAbsent(id, _ -> new LinkedHashSet<>()).add(node);
    }

    /// Some other nodes that pull the object or have it, in random order.
    synchronized List<Integer> peers(long id, int of, int most, Random random) {
        List<Integer> others = new ArrayList<>(nodes.getOrDefault(id, Set.of()));
        others.removeIf(node -> node == of);
        Collections.shuffle(others, random);
        return List.copyOf(others.subList(0, Math.min(most, others.size())));
    }

    /// The original is gone; returns the nodes that may have copies.
    synchronized Set<Integer> gone(long id) {
        Set<Integer> had = nodes.remove(id);
        return had == null ? Set.of() : had;
    }

    /// A node is lost.
    synchronized void forget(int node) {
        nodes.values().removeIf(set -> set.remove(node) && set.isEmpty());
    }

    synchronized int size() {
        return nodes.size();
    }
}
