package dev.troupe.head;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Handles of unknown actors: a handle can arrive before the report that its actor was created.
final class EarlyHandles {
    private static final long NEW = Long.MIN_VALUE;
    private final long patienceNanos;
    /// The times when the head first noticed them, in that order.
    private final Map<Handle, Long> since = new LinkedHashMap<>();

    record Handle(ProcessKey process, ActorKey actor) {}

    EarlyHandles(long patienceNanos) {
        this.patienceNanos = patienceNanos;
    }

    void hold(ProcessKey process, ActorKey actor) {
        since.put(new Handle(process, actor), NEW);
    }

    void release(ProcessKey process, ActorKey actor) {
        if (!since.isEmpty()) {
            since.remove(new Handle(process, actor));
        }
    }

    void drop(ProcessKey process) {
        since.keySet().removeIf(handle -> handle.process.equals(process));
    }

    /// The actor was created: returns the processes that have handles of it.
    List<ProcessKey> take(ActorKey actor) {
        if (since.isEmpty()) {
            return List.of();
        }
        var early = since.keySet().stream().filter(handle -> handle.actor.equals(actor)).toList();
        early.forEach(since::remove);
        return early.stream().map(Handle::process).toList();
    }

    /// Handles whose actor should have been reported by now.
    List<Handle> tick(long now) {
        since.replaceAll((_, when) -> when == NEW ? now : when);
        var late = since.entrySet().stream().filter(e -> now - e.getValue() >= patienceNanos).map(Map.Entry::getKey).toList();
        late.forEach(since::remove);
        return late;
    }
}
