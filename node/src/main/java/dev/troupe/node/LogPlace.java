package dev.troupe.node;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
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
        Path parent = Files.createDirectories(settings.logDirectory.get().toAbsolutePath());
        return new LogPlace(created(parent, session.path().getFileName().toString()), settings.logLimits, true);
    }

    /// Others may write to the one that was named: what is there already under this name is not ours.
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
