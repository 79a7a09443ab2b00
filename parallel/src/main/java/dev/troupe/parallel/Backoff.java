package dev.troupe.parallel;

import java.time.Duration;

/// How long to wait before the next attempt: 100 ms, doubled up to 5 s, and reset after an attempt that lasted long.
final class Backoff {
    private static final long FIRST_MILLIS = 100;
    private static final long LONGEST_MILLIS = 5_000;
    private static final Duration LASTED = Duration.ofSeconds(10);

    private long next = FIRST_MILLIS;

    /// @param lived how long the failed attempt had lasted
    Duration after(Duration lived) {
        if (lived.compareTo(LASTED) >= 0) {
            next = FIRST_MILLIS;
        }
        long now = next;
        next = Math.min(LONGEST_MILLIS, next * 2);
        return Duration.ofMillis(now);
    }
}
