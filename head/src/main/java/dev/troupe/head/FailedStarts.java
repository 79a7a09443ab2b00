package dev.troupe.head;

import java.util.EnumMap;
import java.util.Map;

/// Starts of a worker that failed in a row, counted for each cause.
final class FailedStarts {
    private final Map<StartFailure, Integer> counts = new EnumMap<>(StartFailure.class);

    /// One more. True when there is no use in trying again.
    boolean isLast(StartFailure cause, int attempts) {
        return counts.merge(cause, 1, Integer::sum) >= attempts || cause == StartFailure.SETTINGS;
    }

    int count() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /// A worker has started.
    void clear() {
        counts.clear();
    }
}
