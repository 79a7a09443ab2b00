package dev.troupe.task;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/// What the library writes to its log while this is open.
public final class Logged extends Handler implements AutoCloseable {
    // Held, as the log manager itself would let go of it.
    private final Logger logger = Logger.getLogger("dev.troupe");
    private final List<String> lines = new ArrayList<>();

    public Logged() {
        logger.addHandler(this);
    }

    @Override
    public synchronized void publish(LogRecord line) {
        lines.add(new SimpleFormatter().formatMessage(line));
        notifyAll();
    }

    /// Waits for a line, also one that is there already.
    public synchronized String await(Predicate<String> wanted) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (true) {
            var found = lines.stream().filter(wanted).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("the line did not come; logged were " + lines);
            }
            wait(left);
        }
    }

    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
