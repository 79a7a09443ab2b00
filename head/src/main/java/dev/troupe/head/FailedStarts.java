package dev.troupe.head;

import java.util.EnumMap;
import java.util.Map;

/// How often no worker could be started for a piece of work, for each cause, since one was.
final class FailedStarts {
    private final Map<StartFailure, Integer> counts = new EnumMap<>(StartFailure.class);

    /// One more. True when trying again is useless, or has been tried often enough for the same cause.
    boolean tooMany(StartFailure cause, int attempts) {
        return counts.merge(cause, 1, Integer::sum) >= attempts || cause == StartFailure.SETTINGS;
    }

    void forget() {
        counts.clear();
    }
}
