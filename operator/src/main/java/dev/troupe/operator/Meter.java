package dev.troupe.operator;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// Counts reconciliations since the operator started, how long they took and how many failed.
final class Meter {
    /// Upper ends of the classes of durations.
    private static final List<Duration> CLASSES = Stream.of(5, 25, 100, 500, 2_500, 10_000, 60_000).map(Duration::ofMillis).toList();

    private final LongSupplier ticks;
    private final long[] within = new long[CLASSES.size()];
    private long count;
    private long nanos;
    private long errors;

    /// @param ticks nanoseconds of a clock that never goes back
    Meter(LongSupplier ticks) {
        this.ticks = ticks;
    }

    /// Now, for [#looked].
    long begin() {
        return ticks.getAsLong();
    }

    /// A job was reconciled.
    ///
    /// @param began of [#begin]
    /// @param well whether it succeeded
    synchronized void looked(long began, boolean well) {
        long duration = ticks.getAsLong() - began;
        for (int i = 0; i < within.length; i++) {
            if (duration <= CLASSES.get(i).toNanos()) {
                within[i]++;
            }
        }
        count++;
        nanos += duration;
        if (!well) {
            errors++;
        }
    }

    synchronized void write(Exposition text) {
        text.family("troupe_reconcile_duration_seconds", "histogram", "How long reconciliations took.");
        for (int i = 0; i < CLASSES.size(); i++) {
            text.sample("troupe_reconcile_duration_seconds_bucket", "le", seconds(CLASSES.get(i).toNanos()), within[i]);
        }
        text.sample("troupe_reconcile_duration_seconds_bucket", "le", "+Inf", count);
        text.sample("troupe_reconcile_duration_seconds_sum", seconds(nanos));
        text.sample("troupe_reconcile_duration_seconds_count", count);
        text.family("troupe_reconcile_errors_total", "counter",
                "Reconciliations that failed and were retried, except those whose job had changed meanwhile.");
        text.sample("troupe_reconcile_errors_total", errors);
    }

    private static String seconds(long nanos) {
        return Double.toString(nanos / 1e9);
    }
}
