package dev.troupe.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/// A directory on which its owner, a process, holds a lock. The kernel releases the lock when the process dies, in whatever container it lived, so
/// others can detect that a directory is abandoned, and remove it. Only its user can enter it.
public final class LockedDirectory implements AutoCloseable {
    private static final String UNFINISHED = ".new-";
    private static final Duration FINISHED_BY_NOW = Duration.ofMinutes(10);
    private static final FileAttribute<?> ONLY_US = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final AtomicLong LAST = new AtomicLong();

    private final Path path;
    private final FileChannel lock;

    private LockedDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /// A unique name. It contains no readable date, because formatting one would take 30 ms at every start.
    public static String newName(String prefix) {
        long millis = LAST.updateAndGet(last -> Math.max(last + 1, System.currentTimeMillis()));
        return prefix + millis + "-" + ProcessHandle.current().pid();
    }

    /// Creates it; its parent is a directory that only the user can enter.
    public static LockedDirectory create(Path path) throws IOException {
        // It is locked before it gets its final name, so that no other process takes it for an abandoned one.
        Path fresh = Files.createDirectory(path.resolveSibling(UNFINISHED + path.getFileName()), ONLY_US);
        Files.writeString(fresh.resolve("owner"), thisProcess());
        FileChannel lock = FileChannel.open(fresh.resolve("lock"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) {
            lock.close();
            throw new IOException("the new file " + fresh.resolve("lock") + " is locked by another process");
        }
        return new LockedDirectory(Files.move(fresh, path), lock);
    }

    /// Identifies this process; no other process ever has the same text.
    private static String thisProcess() {
        ProcessHandle process = ProcessHandle.current();
        return process.pid() + " " + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /// The directories whose owners are dead.
    ///
    /// @param home a directory in which only this user can create files
    /// @param prefix with which their names begin
    public static List<Path> abandoned(Path home, String prefix) throws IOException {
        try (Stream<Path> all = Files.list(home)) {
            return all.filter(path -> isOne(path, prefix)).filter(LockedDirectory::isAbandoned).toList();
        }
    }

    private static boolean isOne(Path path, String prefix) {
        String name = path.getFileName().toString();
        return (name.startsWith(prefix) || name.startsWith(UNFINISHED + prefix)) && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /// Whether the owner is dead. True also if the directory was closed or no longer exists.
    public static boolean isAbandoned(Path directory) {
        try {
            if (directory.getFileName().toString().startsWith(UNFINISHED)) {
                return age(directory).compareTo(FINISHED_BY_NOW) > 0;
            }
            // Do not try a lock that this process holds: closing any channel to the file would release it.
            Path owner = directory.resolve("owner");
            if (Files.exists(owner) && Files.readString(owner).equals(thisProcess())) {
                return false;
            }
            try (FileChannel lock = FileChannel.open(directory.resolve("lock"), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                return lock.tryLock() != null;
            }
        } catch (NoSuchFileException closed) {
            return true;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    /// The time since something was last created or removed in it.
    public static Duration age(Path directory) throws IOException {
        return Duration.between(Files.getLastModifiedTime(directory).toInstant(), Instant.now());
    }

    public Path path() {
        return path;
    }

    /// Releases the lock. The directory stays.
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
