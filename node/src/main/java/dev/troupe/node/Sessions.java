package dev.troupe.node;

import dev.troupe.process.FileTree;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
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

/// All sessions of one user on this machine. An owner holds a lock on a file of its session; the kernel gives it back when the
/// process dies, in whatever container it lived.
final class Sessions {
    static final String UNFINISHED = ".new-";
    static final FileAttribute<?> ONLY_US = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final int KEPT = 20;
    private static final Duration KEPT_FOR = Duration.ofDays(7);
    private static final Duration BEGUN_BY_NOW = Duration.ofMinutes(10);

    private Sessions() {}

    /// Makes the directory of all sessions, or checks that it is ours: the temporary directory is everybody's.
    static Path home(Path parent, Path home) throws IOException {
        try {
            Files.createDirectories(parent);
            return Files.createDirectory(home, ONLY_US);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getAttribute(home, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                            .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
                throw new IOException(home + " belongs to " + Files.getOwner(home, LinkOption.NOFOLLOW_LINKS)
                        + ": remove it, or name another temporary directory with -Djava.io.tmpdir=…", e);
            }
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
            return home;
        }
    }

    /// This process, as no other was or will be.
    static String thisProcess() {
        ProcessHandle process = ProcessHandle.current();
        return process.pid() + " " + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /// Removes sessions whose owners are dead. Their logs stay for a week, those of the last twenty.
    static void removeStale(Path home) throws IOException {
        List<Path> dead;
        try (Stream<Path> all = Files.list(home)) {
            dead = all.sorted(Comparator.comparing(Path::getFileName).reversed()).filter(Sessions::isDead).toList();
        }
        int kept = 0;
        for (Path session : dead) {
            try {
                if (kept < KEPT && age(session).compareTo(KEPT_FOR) < 0) {
                    removeAllButLogs(session);
                } else {
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
        Path logs = session.resolve("logs");
        try (Stream<Path> all = Files.list(session)) {
            for (Path entry : all.filter(entry -> !entry.equals(logs)).toList()) {
                FileTree.remove(entry);
            }
        }
        if (Files.isDirectory(logs)) {
            try (Stream<Path> all = Files.list(logs)) {
                for (Path log : all.toList()) {
                    if (Files.size(log) == 0) {
                        Files.delete(log);
                    }
                }
            }
            removeIfEmpty(logs);
        }
        removeIfEmpty(session);
    }

    static void removeIfEmpty(Path directory) throws IOException {
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException expected) {
            // somebody still needs it
        }
    }
}
