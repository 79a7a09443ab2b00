package dev.troupe.task;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Which peers collect, and which of them have sent something since the learner last took their data. Guarded by the lock of the task's [Life].
final class Attendance {
    private final Map<Integer, Boolean> collects = new HashMap<>();
    private final Set<Integer> sent = new HashSet<>();

    /// A peer reports its roles as soon as it has a [ContextExchange].
    void introduced(int node, boolean collector) {
        collects.put(node, collector);
    }

    /// Peers that have not introduced themselves in time have no exchange, so the learner does not wait for them.
    Set<Integer> excuse(Set<Integer> peers) {
        Set<Integer> strangers = new TreeSet<>(peers);
        strangers.removeAll(collects.keySet());
        strangers.forEach(node -> collects.put(node, false));
        return strangers;
    }

    void sent(int node) {
        collects.put(node, true);
        sent.add(node);
    }

    void taken() {
        sent.clear();
    }

    boolean anybody() {
        return !sent.isEmpty();
    }

    /// Those of these peers that must send something first. A peer that has not introduced itself may be a collector.
    Set<Integer> missing(Set<Integer> peers) {
        Set<Integer> missing = new TreeSet<>(peers);
        missing.removeIf(node -> sent.contains(node) || !collects.getOrDefault(node, true));
        return missing;
    }
}
