package dev.troupe.runtime;

import dev.troupe.runtime.Sources.Found;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// Where and how workers log.
///
/// @param directory the session's own if absent
record LogSettings(Level level, Optional<Path> directory, long maxFileBytes, int maxBackupFiles) {

    static LogSettings read(Sources sources) {
        return new LogSettings(level(sources.text("ray.logging.level")), Parse.path(sources.text("ray.logging.dir")),
                Parse.size(sources.text("ray.logging.max-file-size"), 500L << 20),
                Parse.whole(sources.text("ray.logging.max-backup-files"), 0, 10));
    }

    private static Level level(Optional<Found> found) {
        if (found.isEmpty()) {
            return Level.INFO;
        }
        return switch (found.get().value().toUpperCase(Locale.ROOT)) {
            case "OFF" -> Level.OFF;
            case "FATAL", "ERROR" -> Level.ERROR;
            case "WARN", "WARNING" -> Level.WARNING;
            case "INFO" -> Level.INFO;
            case "DEBUG" -> Level.DEBUG;
            case "TRACE" -> Level.TRACE;
            case "ALL" -> Level.ALL;
            default -> throw found.get().wrong("allowed are OFF, ERROR, WARN, INFO, DEBUG, TRACE and ALL");
        };
    }
}
