package dev.troupe.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where the workers of one session write what they print, and how much of it stays.
///
/// @param keepAll whether also the logs of workers that ended well stay
record LogPlace(Path directory, LogFile.Limits limits, boolean keepAll) {

    /// A directory of the session's own below the one that was named, or in the session directory.
    static LogPlace of(NodeSettings settings, SessionDirectory session) throws IOException {
        if (settings.logDirectory.isEmpty()) {
            return new LogPlace(session.logs(), settings.logLimits, false);
        }
        Path directory = settings.logDirectory.get().toAbsolutePath().resolve(session.path().getFileName());
        return new LogPlace(Files.createDirectories(directory), settings.logLimits, true);
    }

    /// The JVM's own report of a crash.
    Path crashFile(int process) {
        return directory.resolve("worker-" + process + ".crash");
    }

    WorkerLogs logs(int process) throws IOException {
        return new WorkerLogs(directory, process, crashFile(process), limits);
    }
}
