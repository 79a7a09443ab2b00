package dev.troupe.operator;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/// Counts how often jobs were looked at since the operator started, how long that took, and how often something was in the way.
final class Meter {
    /// Upper ends of the classes of durations.
    private static final List<Duration> CLASSES = Stream.of(5, 25, 100, 500, 2_500, 10_000, 60_000).map(Duration::ofMillis).toList();

    private final List<LongAdder> within = CLASSES.stream().map(_ -> new LongAdder()).toList();
    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder errors = new LongAdder();

    /// A job was looked at.
    ///
    /// @param well nothing was in the way
    void looked(Duration duration, boolean well) {
        for (int i = 0; i < CLASSES.size(); i++) {
            if (duration.compareTo(CLASSES.get(i)) <= 0) {
                within.get(i).increment();
            }
        }
        count.increment();
        nanos.add(duration.toNanos());
        if (!well) {
            errors.increment();
        }
    }

    void write(Exposition text) {
        text.family("troupe_reconcile_duration_seconds", "histogram", "How long the operator took to look at a job and act.");
        for (int i = 0; i < CLASSES.size(); i++) {
            text.sample("troupe_reconcile_duration_seconds_bucket", "le", seconds(CLASSES.get(i).toNanos()), within.get(i).sum());
        }
        text.sample("troupe_reconcile_duration_seconds_bucket", "le", "+Inf", count.sum());
        text.sample("troupe_reconcile_duration_seconds_sum", seconds(nanos.sum()));
        text.sample("troupe_reconcile_duration_seconds_count", count.sum());
        text.family("troupe_reconcile_errors_total", "counter", "Looks at a job that could not be finished and were repeated.");
        text.sample("troupe_reconcile_errors_total", errors.sum());
    }

    private static String seconds(long nanos) {
        return Double.toString(nanos / 1e9);
    }
}
