package dev.troupe.text;

import java.time.Duration;
import java.util.Locale;

/// Times as people write them: `3 s`, `1.5 s`, `250 ms`, `12.34 ms`, `-1 s`.
public final class Durations {
    private Durations() {}

    public static String text(Duration time) {
        if (time.isZero()) {
            return "0 s";
        }
        if (time.isNegative()) {
            return "-" + text(time.negated());
        }
        if (time.compareTo(Duration.ofSeconds(1)) < 0) {
            double millis = time.toNanos() / 1e6;
            return millis == Math.rint(millis) ? (long) millis + " ms" : String.format(Locale.ROOT, "%.2f ms", millis);
        }
        return time.toMillisPart() == 0 ? time.toSeconds() + " s" : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }

    /// Saturates, so that a program can write "forever" as `Duration.ofSeconds(Long.MAX_VALUE)`.
    public static Duration most(Duration time) {
        Duration most = Duration.ofNanos(Long.MAX_VALUE);
        return time.compareTo(most) < 0 ? time : most;
    }
}
