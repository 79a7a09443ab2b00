package dev.troupe.link;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Keeps what links log while it is open, instead of showing it.
final class LinkLog extends Handler implements AutoCloseable {
    final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Logger logger = Logger.getLogger("dev.troupe.link");

    LinkLog() {
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
        logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(line.getMessage());
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
