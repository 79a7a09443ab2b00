package dev.troupe.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// The listeners of a task by event name. Readers see a snapshot without locking; writers replace it.
final class Handlers {
    private static final List<Handler> NONE = List.of();
    private volatile Map<String, List<Handler>> byEvent = Map.of();

    List<Handler> of(String event) {
        return byEvent.getOrDefault(event, NONE);
    }

    boolean any(String event) {
        return byEvent.containsKey(event);
    }

    Set<String> events() {
        return byEvent.keySet();
    }

    synchronized void add(Handler handler) {
        Map<String, List<Handler>> next = new HashMap<>(byEvent);
        List<Handler> handlers = new ArrayList<>(next.getOrDefault(handler.event(), NONE));
        handlers.add(handler);
        next.put(handler.event(), List.copyOf(handlers));
        byEvent = Map.copyOf(next);
    }

    /// Removes those that match; says whether there were any.
    synchronized boolean removeIf(Predicate<Handler> condition) {
        Map<String, List<Handler>> next = new HashMap<>();
        boolean changed = false;
        for (var entry : byEvent.entrySet()) {
            List<Handler> kept = entry.getValue().stream().filter(condition.negate()).toList();
            changed |= kept.size() != entry.getValue().size();
            if (!kept.isEmpty()) {
                next.put(entry.getKey(), kept);
            }
        }
        for (var entry : byEvent.entrySet()) {
            entry.getValue().stream().filter(condition).forEach(h -> h.removed().set(true));
        }
        byEvent = Map.copyOf(next);
        return changed;
    }
}
