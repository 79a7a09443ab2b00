package dev.troupe.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;

/// The directory of a demo's files, which one demo at a time can open. The files of the last demo are set aside, and restored if this one ends before its
/// first checkpoint.
final class DemoDirectory implements AutoCloseable {
    private static final List<String> FILES = List.of("checkpoint", "curve.csv", "curve.svg");
    private static final String LOCK = ".lock";

    private final Path path;
    private final FileChannel lock;
    private boolean closed;
    private boolean learned;

    private DemoDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /// Creates the directory if it does not exist, and checks that it can be written.
    static DemoDirectory open(Path path) throws IOException {
        Files.createDirectories(path);
        Path file = path.resolve(LOCK);
        FileChannel channel = lock(file);
        try {
            channel.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)));
            return new DemoDirectory(path, channel);
        } catch (IOException e) {
            try (channel) {
                Files.deleteIfExists(file); // we have locked it, as in close
            }
            throw e;
        }
    }

    /// The demo that held the lock may have removed the lock file after it was opened here. A lock on the removed file would keep nobody
    /// out, so the lock is acquired again until the file kept its name from opening to locking.
    private static FileChannel lock(Path file) throws IOException {
        while (true) {
            Optional<Object> before = key(file);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                if (!locked(channel)) {
                    throw new FileSystemException(file.toString(), null, "another demo is running in this directory");
                }
                if (before.isPresent() && before.equals(key(file))) {
                    return channel;
                }
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            channel.close();
        }
    }

    /// Identifies the file that has this name now.
    private static Optional<Object> key(Path file) throws IOException {
        try {
            return Optional.of(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock(); // held as long as the channel is open
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /// Why the directory cannot be used; the messages of some exceptions are only a path.
    static String reason(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException there -> there.getFile() + " is not a directory";
            case NoSuchFileException _ -> "no such file or directory";
            case FileSystemException f when f.getReason() != null -> f.getReason();
            default -> e.getMessage() == null ? e.toString() : e.getMessage();
        };
    }

    /// Whether there is a checkpoint to resume from, even if the last demo was killed before its first checkpoint.
    static boolean canResume(Path path) {
        return Files.exists(path.resolve("checkpoint")) || Files.exists(aside(path.resolve("checkpoint")));
    }

    Path checkpoint() {
        return path.resolve("checkpoint");
    }

    boolean hasCheckpoint() {
        return Files.exists(checkpoint());
    }

    /// Sets the old files aside, for a demo that starts from the beginning.
    void setAside() throws IOException {
        boolean worthIt = hasCheckpoint();
        for (String name : FILES) {
            Path file = path.resolve(name);
            if (worthIt) {
                move(file, aside(file));
            } else {
                Files.deleteIfExists(file);
            }
        }
    }

    /// Restores the files that were set aside, unless there is a new checkpoint.
    void bringBack() throws IOException {
        boolean wanted = !hasCheckpoint() && Files.exists(aside(checkpoint()));
        for (String name : FILES) {
            Path file = path.resolve(name);
            if (wanted) {
                move(aside(file), file);
            } else {
                Files.deleteIfExists(aside(file));
            }
        }
    }

    private static void move(Path from, Path to) throws IOException {
        Files.deleteIfExists(to);
        if (Files.exists(from)) {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static Path aside(Path file) {
        return file.resolveSibling("." + file.getFileName() + ".before");
    }

    /// Whether there is a checkpoint to resume from that is not set aside; after closing, whether there was one.
    synchronized boolean learned() {
        return closed ? learned : hasCheckpoint();
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        learned = hasCheckpoint();
        closed = true;
        try (lock) {
            bringBack();
            Files.deleteIfExists(path.resolve(LOCK));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
