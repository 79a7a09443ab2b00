package dev.troupe.jobserver;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Limits simultaneous uploads: few in total and fewer per caller, so that no caller can lock out the others.
final class UploadPlaces {
    static final int ALL = 4;
    static final int EACH = 2;

    private final Map<String, Integer> taken = new HashMap<>();

    /// Waits for a place. The caller must give it back.
    ///
    /// @return false if no place became free in time
    synchronized boolean take(String caller, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (taken.getOrDefault(caller, 0) >= EACH || taken.values().stream().mapToInt(count -> count).sum() >= ALL) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        taken.merge(caller, 1, Integer::sum);
        return true;
    }

    synchronized void giveBack(String caller) {
        taken.computeIfPresent(caller, (_, count) -> count == 1 ? null : count - 1);
        notifyAll();
    }
}
