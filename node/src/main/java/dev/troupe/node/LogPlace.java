package dev.troupe.node;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where the output of the workers of one session is written, and which logs are kept.
///
/// @param keepAll whether the logs of workers that ended normally are kept, too
record LogPlace(Path directory, LogFile.Limits limits, boolean keepAll) {

    /// A directory for this session below the configured one, or in the session directory.
    static LogPlace of(NodeSettings settings, SessionDirectory session) throws IOException {
        if (settings.logDirectory.isEmpty()) {
            return new LogPlace(session.logs(), settings.logLimits, false);
        }
        Path parent = Files.createDirectories(settings.logDirectory.get().toAbsolutePath());
        return new LogPlace(created(parent, session.path().getFileName().toString()), settings.logLimits, true);
    }

    /// Other users may write to the configured directory, so an existing entry of this name is not used.
    private static Path created(Path parent, String name) throws IOException {
        try {
            return Files.createDirectory(parent.resolve(name));
        } catch (FileAlreadyExistsException taken) {
            return Files.createTempDirectory(parent, name + "-");
        }
    }

    /// The JVM's own report of a crash.
    Path crashFile(int process) {
        return directory.resolve("worker-" + process + ".crash");
    }

    WorkerLogs logs(int process) throws IOException {
        return new WorkerLogs(directory, process, crashFile(process), limits);
    }
}
