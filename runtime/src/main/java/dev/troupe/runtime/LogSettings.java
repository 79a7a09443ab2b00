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
        return new LogSettings(sources.text("ray.logging.level").map(LogSettings::level).orElse(Level.INFO),
                sources.text("ray.logging.dir").map(found -> Path.of(found.value()).toAbsolutePath()),
                sources.text("ray.logging.max-file-size").map(Parse::size).orElse(500L << 20),
                sources.text("ray.logging.max-backup-files").map(found -> Parse.whole(found, 0)).orElse(10));
    }

    private static Level level(Found found) {
        return switch (found.value().toUpperCase(Locale.ROOT)) {
            case "OFF" -> Level.OFF;
            case "FATAL", "ERROR" -> Level.ERROR;
            case "WARN", "WARNING" -> Level.WARNING;
            case "INFO" -> Level.INFO;
            case "DEBUG" -> Level.DEBUG;
            case "TRACE" -> Level.TRACE;
            case "ALL" -> Level.ALL;
            default -> throw found.wrong("allowed are OFF, ERROR, WARN, INFO, DEBUG, TRACE and ALL");
        };
    }
}
