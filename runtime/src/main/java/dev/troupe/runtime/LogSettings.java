package dev.troupe.runtime;

import java.nio.file.Path;
import java.util.Optional;

/// Where the output of workers goes.
///
/// @param directory if absent, that of the session
/// @param fileBytes the size limit of a log file
/// @param backups how many older files are kept
/// @param toDriver whether the output also appears on the driver's console
record LogSettings(Optional<Path> directory, long fileBytes, int backups, boolean toDriver) {

    static LogSettings read(Sources sources) {
        return new LogSettings(Parse.path(sources.text("ray.logging.dir")), Parse.size(sources.text("ray.logging.max-file-size"), 8L << 20),
                Parse.whole(sources.text("ray.logging.max-backup-files"), 0, 1),
                Parse.flag(sources.text("troupe.log-to-driver"), true));
    }
}
