package dev.troupe.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How long to wait after pods have ended before new ones are created, so that a failing job does not keep the cluster busy.
final class Pause {
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private Pause() {}

    /// Nothing before the first restart, then 1 s, 2 s, 4 s … 1 min.
    static Duration beforeRestart(int restart) {
        return restart == 1 ? Duration.ZERO : atMost(Duration.ofSeconds(1L << Math.min(restart - 2, 10)));
    }

    /// No pause if the last loss was long ago, else twice the time since then, so that it doubles each time.
    static Duration afterLoss(Optional<Instant> last, Instant now) {
        Duration ago = last.map(then -> Duration.between(then, now)).orElse(LONGEST.multipliedBy(3));
        if (ago.compareTo(LONGEST.multipliedBy(2)) > 0) {
            return Duration.ZERO;
        }
        Duration twice = ago.multipliedBy(2);
        return twice.compareTo(SHORTEST) < 0 ? SHORTEST : atMost(twice);
    }

    private static Duration atMost(Duration pause) {
        return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
    }
}
