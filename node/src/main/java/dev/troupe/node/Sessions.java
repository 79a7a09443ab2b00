package dev.troupe.node;

import dev.troupe.process.FileTree;
import dev.troupe.process.PrivateDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// All sessions of one user on this machine, in a [PrivateDirectory]. An owner holds a lock on a file of its session; the kernel gives it
/// back when the process dies, in whatever container it lived.
final class Sessions {
    static final String FINISHED = "session-";
    static final String UNFINISHED = ".new-";
    /// A link in a session to its file in shared memory.
    static final String MEMORY = "memory";
    static final FileAttribute<?> ONLY_US = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final int KEPT = 20;
    private static final Duration KEPT_FOR = Duration.ofDays(7);
    private static final Duration BEGUN_BY_NOW = Duration.ofMinutes(10);

    private Sessions() {}

    /// This process, as no other was or will be.
    static String thisProcess() {
        ProcessHandle process = ProcessHandle.current();
        return process.pid() + " " + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /// Removes sessions whose owners are dead. Their logs stay for a week, those of the last twenty.
    static void removeStale(Path home) throws IOException {
        List<Path> dead;
        try (Stream<Path> all = Files.list(home)) {
            dead = all.filter(Sessions::isSession).sorted(Comparator.comparing(Path::getFileName).reversed()).filter(Sessions::isDead)
                    .toList();
        }
        int kept = 0;
        for (Path session : dead) {
            try {
                if (kept < KEPT && age(session).compareTo(KEPT_FOR) < 0) {
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

    /// For those who see the owner of a session die. Nothing happens when it lives after all.
    static void removeIfDead(Path session) {
        try {
            if (isDead(session)) {
                removeAllButLogs(session);
            }
        } catch (NoSuchFileException e) {
            // another process cleans up, too
        } catch (IOException e) {
            System.getLogger("dev.troupe.node").log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", session, e.toString());
        }
    }

    private static boolean isSession(Path path) {
        String name = path.getFileName().toString();
        return (name.startsWith(FINISHED) || name.startsWith(UNFINISHED)) && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isDead(Path session) {
        try {
            if (session.getFileName().toString().startsWith(UNFINISHED)) {
                return age(session).compareTo(BEGUN_BY_NOW) > 0;
            }
            // Our own locks must not be tried: closing any channel to such a file gives back what this process holds.
            Path owner = session.resolve("owner");
            if (Files.exists(owner) && Files.readString(owner).equals(thisProcess())) {
                return false;
            }
            try (FileChannel lock = FileChannel.open(session.resolve("lock"), StandardOpenOption.WRITE)) {
                return lock.tryLock() != null;
            }
        } catch (NoSuchFileException closed) {
            return true;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    private static Duration age(Path session) throws IOException {
        return Duration.between(Files.getLastModifiedTime(session).toInstant(), Instant.now());
    }

    /// Everything, when no log has anything in it.
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

    /// Several workers that see the death of their node remove the same at once: none may stop half way because another was quicker.
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
        } catch (NoSuchFileException none) {
            // it had none
        }
    }

    private static void removeIfEmpty(Path directory) throws IOException {
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException expected) {
            // somebody still needs it
        }
    }
}
