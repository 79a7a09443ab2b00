package dev.troupe.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// When the head last heard of each node.
final class Heartbeats {
    private final long lostNanos;
    private final Map<Integer, Long> last = new ConcurrentHashMap<>();

    /// @param lostNanos how long a node may be silent
    Heartbeats(long lostNanos) {
        this.lostNanos = lostNanos;
    }

    void heard(int agent, long now) {
        last.put(agent, now);
    }

    void forget(int agent) {
        last.remove(agent);
    }

    /// The nodes that were silent for too long.
    List<Integer> silent(long now) {
        List<Integer> silent = new ArrayList<>();
        last.forEach((agent, heard) -> {
            if (now - heard > lostNanos) {
                silent.add(agent);
            }
        });
        return silent;
    }
}
