package dev.troupe.head;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// Pauses between the starts of workers that keep failing on a node, each twice as long as the one before. Whatever kills one worker at its
/// start often kills those that start beside it, too: of workers with the same settings only the first failure before a pause counts, so
/// that failures count in a row.
final class StartPauses {
    private static final int MOST_DOUBLINGS = 4;
    private static final long FORGOTTEN_AFTER = Duration.ofMinutes(1).toNanos();

    private final long first;
    private final Map<Kind, Pause> pauses = new HashMap<>();

    private record Kind(NodeKey node, WorkerSettings settings) {
        static Kind of(Worker worker) {
            return new Kind(worker.node().key(), worker.settings());
        }
    }

    /// @param doublings of the first pause
    private record Pause(int doublings, long until, boolean over) {}

    StartPauses(HeadSettings settings) {
        this.first = settings.startPause().toNanos();
    }

    /// A worker could not be started. False when it does not count.
    boolean begin(Worker worker, long now) {
        var before = pauses.get(Kind.of(worker));
        if (before != null && !before.over) {
            return false;
        }
        int doublings = before == null ? 0 : Math.min(before.doublings + 1, MOST_DOUBLINGS);
        pauses.put(Kind.of(worker), new Pause(doublings, now + (first << doublings), false));
        return true;
    }

    void started(Worker worker) {
        pauses.remove(Kind.of(worker));
    }

    boolean pausing(NodeKey node, WorkerSettings settings) {
        var pause = pauses.get(new Kind(node, settings));
        return pause != null && !pause.over;
    }

    /// True when a pause is over.
    boolean tick(long now) {
        boolean over = false;
        for (var entry : pauses.entrySet()) {
            var pause = entry.getValue();
            if (!pause.over && now >= pause.until) {
                entry.setValue(new Pause(pause.doublings, pause.until, true));
                over = true;
            }
        }
        pauses.values().removeIf(pause -> now - pause.until > FORGOTTEN_AFTER);
        return over;
    }
}
