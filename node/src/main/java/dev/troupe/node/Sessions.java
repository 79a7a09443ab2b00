package dev.troupe.node;

import dev.troupe.process.FileTree;
import dev.troupe.process.LockedDirectory;
import dev.troupe.process.PrivateDirectory;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// All sessions of one user on this machine, each a [LockedDirectory] in a [PrivateDirectory].
final class Sessions {
    static final String PREFIX = "session-";
    /// A link in a session to its file in shared memory.
    static final String MEMORY = "memory";
    private static final int KEPT = 20;
    private static final Duration KEPT_FOR = Duration.ofDays(7);

    private Sessions() {}

    /// Removes sessions whose owners are dead. The logs of the last twenty of them are kept for a week.
    static void removeStale(Path home) throws IOException {
        List<Path> dead = LockedDirectory.abandoned(home, PREFIX).stream().sorted(Comparator.comparing(Path::getFileName).reversed())
                .toList();
        int kept = 0;
        for (Path session : dead) {
            try {
                if (kept < KEPT && LockedDirectory.age(session).compareTo(KEPT_FOR) < 0) {
                    removeAllButLogs(session);
                } else {
                    removeMemory(session);
                    FileTree.remove(session);
                }
                kept += Files.exists(session) ? 1 : 0;
            } catch (NoSuchFileException e) {
                // another process cleans up, too
            } catch (IOException e) {
                System.getLogger("dev.troupe.node").log(System.Logger.Level.WARNING,
                        "the old session {0} could not be removed: {1}", session, e.toString());
            }
        }
    }

    /// For processes that notice the death of a session's owner. Does nothing if the owner lives.
    static void removeIfDead(Path session) {
        try {
            if (LockedDirectory.isAbandoned(session)) {
                removeAllButLogs(session);
            }
        } catch (NoSuchFileException e) {
            // another process cleans up, too
        } catch (IOException e) {
            System.getLogger("dev.troupe.node").log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", session, e.toString());
        }
    }

    /// Removes everything if all logs are empty.
    static void removeAllButLogs(Path session) throws IOException {
        removeMemory(session);
        Path logs = session.resolve("logs");
        try (Stream<Path> all = Files.list(session)) {
            for (Path entry : all.filter(entry -> !entry.equals(logs)).toList()) {
                FileTree.remove(entry);
            }
        }
        if (Files.isDirectory(logs)) {
            try (Stream<Path> all = Files.list(logs)) {
                for (Path log : all.toList()) {
                    removeIfNothingIsInIt(log);
                }
            }
            removeIfEmpty(logs);
        }
        removeIfEmpty(session);
    }

    /// Several workers that notice the death of their node remove the same files at once. None may stop because another one was faster.
    private static void removeIfNothingIsInIt(Path log) throws IOException {
        try {
            if (Files.size(log) == 0) {
                Files.deleteIfExists(log);
            }
        } catch (NoSuchFileException expected) {
            // another process cleans up, too
        }
    }

    private static void removeMemory(Path session) throws IOException {
        try {
            Files.deleteIfExists(Files.readSymbolicLink(session.resolve(MEMORY)));
        } catch (NoSuchFileException | NotLinkException none) {
            // there was none
        }
    }

    private static void removeIfEmpty(Path directory) throws IOException {
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException expected) {
            // another process still uses it
        }
    }
}
