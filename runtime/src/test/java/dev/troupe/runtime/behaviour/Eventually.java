package dev.troupe.runtime.behaviour;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waits for what a test expects to happen, not for the clock.
final class Eventually {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long PACE_NANOS = 5_000_000;

    private Eventually() {}

    static void eventually(String expectation, BooleanSupplier happened) {
        eventually(() -> expectation, happened);
    }

    static void eventually(Supplier<String> expectation, BooleanSupplier happened) {
        long start = System.nanoTime();
        while (!happened.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) fail("not within " + PATIENCE.toSeconds() + " s: " + expectation.get());
            breathe();
        }
    }

    static void breathe() {
        LockSupport.parkNanos(PACE_NANOS);
    }
}
