package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// What is counted.
final class MeterTest {
    private long ticks = -7;
    private final Meter meter = new Meter(() -> ticks);

    /// The wall clock has no say in it: after a step back a counter would fall, which Prometheus takes for a restart.
    @Test
    void durationsAreThoseOfTheClockThatIsHandedIn() {
        look(5_000_000, true);
        look(5_000_001, false);
        look(70_000_000_000L, true);
        Exposition exposition = new Exposition();
        meter.write(exposition);
        String text = exposition.toString();
        assertTrue(text.contains("_bucket{le=\"0.005\"} 1\n") && text.contains("_bucket{le=\"0.025\"} 2\n"), text);
        assertTrue(text.contains("_bucket{le=\"60.0\"} 2\n") && text.contains("_bucket{le=\"+Inf\"} 3\n"), text);
        assertTrue(text.contains("_sum 70.010000001\n") && text.contains("_count 3\n"), text);
        assertTrue(text.contains("troupe_reconcile_errors_total 1\n"), text);
    }

    private void look(long nanos, boolean well) {
        long began = meter.begin();
        ticks += nanos;
        meter.looked(began, well);
    }
}
