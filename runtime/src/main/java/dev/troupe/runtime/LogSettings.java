package dev.troupe.runtime;

import java.nio.file.Path;
import java.util.Optional;

/// Where workers' lines go.
///
/// @param directory the session's own if absent
/// @param fileBytes when a log file is full
/// @param backups how many full ones stay beside it
/// @param toDriver whether they appear on the driver's console, too
record LogSettings(Optional<Path> directory, long fileBytes, int backups, boolean toDriver) {

    static LogSettings read(Sources sources) {
        return new LogSettings(Parse.path(sources.text("ray.logging.dir")), Parse.size(sources.text("ray.logging.max-file-size"), 8L << 20),
                Parse.whole(sources.text("ray.logging.max-backup-files"), 0, 1),
                Parse.flag(sources.text("troupe.log-to-driver"), true));
    }
}
