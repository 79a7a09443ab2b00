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
/// others can tell that a directory is abandoned, and remove it. Only the user may look into it.
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

    /// A name that no other directory has. A date that reads well would cost 30 ms at every start.
    public static String newName(String prefix) {
        long millis = LAST.updateAndGet(last -> Math.max(last + 1, System.currentTimeMillis()));
        return prefix + millis + "-" + ProcessHandle.current().pid();
    }

    /// Creates it; its parent is a directory that only the user can enter.
    public static LockedDirectory create(Path path) throws IOException {
        // Locked before it has its name, so that nobody takes it for an abandoned one.
        Path fresh = Files.createDirectory(path.resolveSibling(UNFINISHED + path.getFileName()), ONLY_US);
        Files.writeString(fresh.resolve("owner"), thisProcess());
        FileChannel lock = FileChannel.open(fresh.resolve("lock"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) {
            lock.close();
            throw new IOException("the new file " + fresh.resolve("lock") + " is locked by somebody else");
        }
        return new LockedDirectory(Files.move(fresh, path), lock);
    }

    /// This process, as no other was or will be.
    private static String thisProcess() {
        ProcessHandle process = ProcessHandle.current();
        return process.pid() + " " + process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /// Those whose owners are dead.
    ///
    /// @param home in which nobody else can create anything
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

    /// Whether its owner is dead; also when it is closed or gone.
    public static boolean isAbandoned(Path directory) {
        try {
            if (directory.getFileName().toString().startsWith(UNFINISHED)) {
                return age(directory).compareTo(FINISHED_BY_NOW) > 0;
            }
            // Our own locks must not be tried: closing any channel to such a file gives back what this process holds.
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

    /// How long nothing was created or removed in it.
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
