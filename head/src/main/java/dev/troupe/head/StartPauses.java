package dev.troupe.head;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// Pauses between the starts of workers that keep failing on a node, each twice as long as the one before. A problem that kills one worker at its
/// start often kills those that start at the same time, too: all of them with the same settings share one pause.
final class StartPauses {
    private static final int MOST_DOUBLINGS = 4;
    private static final long FORGOTTEN_AFTER = Duration.ofMinutes(1).toNanos();

    private final long first;
    private final Map<Kind, Pause> pauses = new HashMap<>();
    private long lastNumber;

    private record Kind(NodeKey node, WorkerSettings settings) {
        static Kind of(Worker worker) {
            return new Kind(worker.node().key(), worker.settings());
        }
    }

    /// @param doublings of the first pause
    private record Pause(long number, int doublings, long until, boolean over) {}

    StartPauses(HeadSettings settings) {
        this.first = settings.startPause().toNanos();
    }

    /// A worker could not be started.
    ///
    /// @return the number of the following pause, or of the pause that is already active
    long begin(Worker worker, long now) {
        var before = pauses.get(Kind.of(worker));
        if (before != null && !before.over) {
            return before.number;
        }
        int doublings = before == null ? 0 : Math.min(before.doublings + 1, MOST_DOUBLINGS);
        pauses.put(Kind.of(worker), new Pause(++lastNumber, doublings, now + (first << doublings), false));
        return lastNumber;
    }

    void started(Worker worker) {
        pauses.remove(Kind.of(worker));
    }

    boolean pausing(NodeKey node, WorkerSettings settings) {
        var pause = pauses.get(new Kind(node, settings));
        return pause != null && !pause.over;
    }

    /// Whether there is a pause on any node.
    boolean pausing(WorkerSettings settings) {
        return !pauses.isEmpty() && pauses.entrySet().stream().anyMatch(e -> e.getKey().settings.equals(settings) && !e.getValue().over);
    }

    /// True if a pause has ended.
    boolean tick(long now) {
        boolean over = false;
        for (var entry : pauses.entrySet()) {
            var pause = entry.getValue();
            if (!pause.over && now >= pause.until) {
                entry.setValue(new Pause(pause.number, pause.doublings, pause.until, true));
                over = true;
            }
        }
        pauses.values().removeIf(pause -> now - pause.until > FORGOTTEN_AFTER);
        return over;
    }
}
