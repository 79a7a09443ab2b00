package dev.troupe.redis;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;

/// Counts ignored entries and logs the first one, so that somebody who writes nonsense into Redis cannot fill our logs, too.
final class Complaint {
    private final AtomicLong count = new AtomicLong();

    void about(String what) {
        if (count.getAndIncrement() == 0) {
            System.getLogger("dev.troupe.redis").log(Level.WARNING, what + "; further ones are counted but not logged");
        }
    }

    long count() {
        return count.get();
    }
}
