package dev.troupe.cli;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/// How long a pod waits before it asks the operator's server again: longer and longer, and longest in large jobs, all of whose pods ask. They
/// all begin at about the same time, so chance spreads them.
///
/// @param chance from 0 to 1
record Pauses(Duration first, DoubleSupplier chance) {
    static final Pauses USUAL = new Pauses(Duration.ofSeconds(1), Math::random);

    private static final int LONGEST = 5;
    /// In a job of this many pods, 40 of them ask in a second.
    private static final int MANY = 200;
    private static final int LONGEST_OF_ALL = 30;

    /// @param before how many there were before
    /// @param replicas pods of the job
    Duration next(int before, int replicas) {
        long longest = Math.clamp((long) LONGEST * replicas / MANY, LONGEST, LONGEST_OF_ALL);
        long nanos = Math.min(first.toNanos() << Math.min(before, 10), first.multipliedBy(longest).toNanos());
        return Duration.ofNanos((long) (nanos * (0.75 + chance.getAsDouble() / 2)));
    }
}
