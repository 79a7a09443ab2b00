package dev.troupe.operator;

import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/// Reduces the logs of libraries to messages that somebody may have to act on, one line each. While no API server answers, they would print a stack
/// trace every other second.
final class LibraryLogs {
    /// Kept here, because the level of an unreferenced logger is lost.
    private static final List<Logger> CHATTY = Stream.of("io.fabric8", "io.javaoperatorsdk", "Default ConfigurationService implementation",
            "io.javalin", "org.eclipse.jetty").map(Logger::getLogger).toList();
    /// This logger repeats that v2alpha1 is not stable.
    private static final Logger VERSIONS = Logger.getLogger("io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils");

    private LibraryLogs() {}

    /// @param traces whether stack traces are wanted all the same
    static void calm(boolean traces) {
        CHATTY.forEach(logger -> logger.setLevel(Level.WARNING));
        VERSIONS.setLevel(Level.SEVERE);
        if (!traces) {
            for (Handler handler : Logger.getLogger("").getHandlers()) {
                handler.setFilter(LibraryLogs::shorten);
            }
        }
    }

    /// Always true: what was a stack trace is then a line.
    static boolean shorten(LogRecord record) {
        Throwable thrown = record.getThrown();
        String name = String.valueOf(record.getLoggerName());
        if (thrown != null && CHATTY.stream().anyMatch(logger -> name.startsWith(logger.getName()))) {
            Throwable root = thrown;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            record.setMessage(record.getMessage() + ": " + root);
            record.setThrown(null);
        }
        return true;
    }
}
