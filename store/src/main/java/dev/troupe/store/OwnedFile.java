package dev.troupe.store;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A file that belongs to a living process: its name contains the process id and start time, and the process holds a lock on it. The next store that is
/// opened removes files whose owner is dead by both signs. Neither is enough alone: process ids mean nothing across containers that share
/// a directory, start times shift when the clock is set, and a lock is lost when its process opens and closes the file once more.
///
/// Only the user can read it. In a directory where other users may create files, such a name may belong to anything: a link to another place, or a pipe that
/// blocks the process that opens it. Therefore nothing is removed there, and in other directories only the user's own files and directories.
final class OwnedFile implements AutoCloseable {
    /// The locked file in an owned directory.
    static final String LOCK = "lock";

    private static final Pattern NAME = Pattern.compile("troupe-.+-(\\d{1,18})-(\\d{1,18})-\\d+\\.(store|spill)");
    private static final Set<PosixFilePermission> OTHERS_WRITE = Set.of(PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_WRITE);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    final Path path;
    final RandomAccessFile content;

    private OwnedFile(Path path, RandomAccessFile content) {
        this.path = path;
        this.content = content;
    }

    /// A unique name, without its suffix `.store` or `.spill`.
    static String newName(String name) {
        ProcessHandle self = ProcessHandle.current();
        return "troupe-" + name + "-" + self.pid() + "-" + started(self).orElse(0L) + "-" + NUMBERS.incrementAndGet();
    }

    static OwnedFile create(Path path) throws IOException {
        Files.createFile(path, only(path, "rw-------"));
        RandomAccessFile content = new RandomAccessFile(path.toFile(), "rw");
        FileLock lock = content.getChannel().tryLock();
        if (lock == null || !Files.exists(path, NOFOLLOW_LINKS)) {
            content.close();
            throw new IOException(path + " was removed while it was being created; try again");
        }
        return new OwnedFile(path, content);
    }

    static void createFolder(Path path) throws IOException {
        Files.createDirectories(path.getParent());
        Files.createDirectory(path, only(path, "rwx------"));
    }

    /// Removes the files and directories of this user's dead processes in a directory, unless other users may write there.
    void removeStale(Path folder) throws IOException {
        Object user = Files.getAttribute(path, "unix:uid", NOFOLLOW_LINKS);
        if (!belongsTo(user, folder) || !Collections.disjoint(Files.getPosixFilePermissions(folder), OTHERS_WRITE)) {
            return;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            for (Path entry : found) {
                Matcher name = NAME.matcher(entry.getFileName().toString());
                if (name.matches() && !alive(Long.parseLong(name.group(1)), Long.parseLong(name.group(2))) && belongsTo(user, entry)) {
                    removeUnlessLocked(entry);
                }
            }
        }
    }

    /// Whether it is a file or directory of that user, and not a link.
    private static boolean belongsTo(Object user, Path path) throws IOException {
        try {
            Map<String, Object> found = Files.readAttributes(path, "unix:uid,isDirectory,isRegularFile", NOFOLLOW_LINKS);
            return found.get("uid").equals(user) && (found.get("isDirectory").equals(true) || found.get("isRegularFile").equals(true));
        } catch (NoSuchFileException gone) {
            return false;
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
        boolean folder = Files.isDirectory(path, NOFOLLOW_LINKS);
        Path locked = folder ? path.resolve(LOCK) : path;
        try {
            if (!Files.exists(locked, NOFOLLOW_LINKS)) {
                removeFolder(path);
                return;
            }
            try (FileChannel channel = FileChannel.open(locked, StandardOpenOption.WRITE, NOFOLLOW_LINKS);
                    FileLock lock = channel.tryLock()) {
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
            // Another process is removing it at this moment.
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
