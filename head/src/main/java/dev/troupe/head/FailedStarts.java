package dev.troupe.head;

import java.util.EnumMap;
import java.util.Map;

/// How often in a row no worker could be started for a piece of work, for each cause. Of workers that fail together, before the same pause, only
/// the first counts.
final class FailedStarts {
    private final Map<StartFailure, Integer> counts = new EnumMap<>(StartFailure.class);
    private long lastPause;

    /// Counts one more failure. Returns true if a retry is useless, or was tried often enough for the same cause.
    ///
    /// @param pause the number of the following pause
    boolean tooMany(StartFailure cause, long pause, int attempts) {
        if (cause == StartFailure.SETTINGS) {
            return true;
        }
        boolean first = pause != lastPause;
        lastPause = pause;
        return first && counts.merge(cause, 1, Integer::sum) >= attempts;
    }

    void forget() {
        counts.clear();
    }
}
