package dev.troupe.benchmarks;

import java.util.Arrays;

/// Times in nanoseconds, in the order they were taken.
final class Samples {
    private final long[] nanos;
    private int count;

    Samples(int capacity) {
        nanos = new long[capacity];
    }

    void add(long value) {
        nanos[count++] = value;
    }

    int count() {
        return count;
    }

    /// The value that so many per cent stay below.
    double percentile(double percent) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(count - 1, Math.floor(count * percent / 100))];
    }
}
