package dev.troupe.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A file that belongs to a living process: the name says which (number and start time), and the process holds a lock on it. What no
/// living process owns is removed by the next one that comes along. Both must say so: numbers mean nothing across containers that share
/// a folder, start times shift when the clock is set, and a lock is lost when its process opens and closes the file once more.
///
/// Only the user may read it.
final class OwnedFile implements AutoCloseable {
    /// In an owned folder this file is the locked one.
    static final String LOCK = "lock";

    private static final Pattern NAME = Pattern.compile("troupe-.+-(\\d+)-(\\d+)-\\d+\\.(store|spill)");
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    final Path path;
    final RandomAccessFile content;

    private OwnedFile(Path path, RandomAccessFile content) {
        this.path = path;
        this.content = content;
    }

    /// A name that no other store of any process has; `.store` or `.spill` is to follow.
    static String newName(String name) {
        ProcessHandle self = ProcessHandle.current();
        return "troupe-" + name + "-" + self.pid() + "-" + started(self).orElse(0L) + "-" + NUMBERS.incrementAndGet();
    }

    static OwnedFile create(Path path) throws IOException {
        Files.createFile(path, only(path, "rw-------"));
        RandomAccessFile content = new RandomAccessFile(path.toFile(), "rw");
        FileLock lock = content.getChannel().tryLock();
        if (lock == null || !Files.exists(path)) {
            content.close();
            throw new IOException(path + " was taken away while it was made; try again");
        }
        return new OwnedFile(path, content);
    }

    static void createFolder(Path path) throws IOException {
        Files.createDirectories(path.getParent());
        Files.createDirectory(path, only(path, "rwx------"));
    }

    /// Removes the files and folders of dead processes in a folder.
    static void removeStale(Path folder) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            for (Path path : found) {
                Matcher name = NAME.matcher(path.getFileName().toString());
                if (name.matches() && !alive(Long.parseLong(name.group(1)), Long.parseLong(name.group(2)))) {
                    removeUnlessLocked(path);
                }
            }
        }
    }

    static void removeFolder(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
        content.close();
    }

    private static void removeUnlessLocked(Path path) {
        boolean folder = Files.isDirectory(path);
        Path locked = folder ? path.resolve(LOCK) : path;
        try {
            if (!Files.exists(locked)) {
                removeFolder(path);
                return;
            }
            try (FileChannel channel = FileChannel.open(locked, StandardOpenOption.WRITE); FileLock lock = channel.tryLock()) {
                if (lock == null) {
                    return;
                }
                if (folder) {
                    removeFolder(path);
                } else {
                    Files.deleteIfExists(path);
                }
            }
        } catch (IOException | OverlappingFileLockException e) {
            // Another user's, or just being removed by someone else: not ours to remove.
        }
    }

    private static boolean alive(long pid, long start) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        return process.isPresent() && started(process.get()).orElse(start) == start;
    }

    private static Optional<Long> started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli);
    }

    private static FileAttribute<?>[] only(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }
}
