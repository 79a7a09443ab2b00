package dev.troupe.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// The listeners of a task by event name. Readers see a snapshot of each event's listeners; changes replace it.
final class Handlers {
    private static final List<Handler> NONE = List.of();
    private final Map<String, List<Handler>> byEvent = new ConcurrentHashMap<>();

    List<Handler> of(String event) {
        return byEvent.getOrDefault(event, NONE);
    }

    boolean any(String event) {
        return byEvent.containsKey(event);
    }

    Set<String> events() {
        return Set.copyOf(byEvent.keySet());
    }

    void add(Handler handler) {
        byEvent.merge(handler.event(), List.of(handler), (before, one) -> {
            List<Handler> more = new ArrayList<>(before);
            more.addAll(one);
            return List.copyOf(more);
        });
    }

    void remove(Handler handler) {
        keep(handler.event(), other -> other != handler);
    }

    /// Removes the matching listeners and returns the events that have no listener left.
    List<String> removeIf(Predicate<Handler> condition) {
        List<String> silent = new ArrayList<>();
        for (String event : byEvent.keySet()) {
            keep(event, condition.negate());
            if (!any(event)) {
                silent.add(event);
            }
        }
        return silent;
    }

    private void keep(String event, Predicate<Handler> condition) {
        byEvent.computeIfPresent(event, (name, before) -> {
            before.stream().filter(condition.negate()).forEach(gone -> gone.removed().set(true));
            List<Handler> kept = before.stream().filter(condition).toList();
            return kept.isEmpty() ? null : kept;
        });
    }
}
