package dev.troupe.link;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// A clock that stands still until it is advanced.
final class Stopwatch implements LongSupplier {
    private final AtomicLong nanos = new AtomicLong();

    void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }

    @Override
    public long getAsLong() {
        return nanos.get();
    }
}
