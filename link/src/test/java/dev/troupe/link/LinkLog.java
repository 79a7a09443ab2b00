package dev.troupe.link;

import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/// Keeps what links log while it is open, instead of showing it.
final class LinkLog extends Handler implements AutoCloseable {
    final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    /// What sessions went through.
    final Set<SessionChange> changes = ConcurrentHashMap.newKeySet();
    private final Logger logger = Logger.getLogger("dev.troupe.link");

    LinkLog() {
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
        logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.INFO.intValue()) {
            lines.add(line.getMessage());
        } else if (line.getParameters() != null) {
            Stream.of(line.getParameters()).filter(SessionChange.class::isInstance).forEach(change -> changes.add((SessionChange) change));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.setLevel(null);
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
