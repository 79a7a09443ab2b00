package dev.troupe.task;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// A file that is replaced as a whole or not at all: written to a temporary file, forced to the disk, renamed.
record SafeFile(Path path) {
    interface Content {
        void write(OutputStream out) throws Exception;
    }

    InputStream read() throws IOException {
        return new BufferedInputStream(Files.newInputStream(path));
    }

    /// Checks whether it can be written, and leaves nothing behind.
    void check() throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, path + " is a directory");
        }
        Path there = path.getParent();
        while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
            there = there.getParent(); // missing directories will be created; the root always exists
        }
        if (!Files.isDirectory(there)) {
            throw new FileSystemException(there.toString(), null, there + " is not a directory");
        }
        if (there.equals(path.getParent())) {
            Files.delete(fresh(there));
        } else {
            Path folder = Files.createTempDirectory(there, ".troupe.");
            try {
                Files.delete(fresh(folder));
            } finally {
                Files.delete(folder);
            }
        }
    }

    private Path fresh(Path directory) throws IOException {
        return Files.createTempFile(directory, "." + path.getFileName() + ".", ".tmp");
    }

    void write(Content content) throws IOException {
        Files.createDirectories(path.getParent());
        Path fresh = fresh(path.getParent());
        try {
            fill(fresh, content);
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (Throwable e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        forceDirectory();
    }

    private static void fill(Path fresh, Content content) throws IOException {
        try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
            try {
                content.write(out);
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
            out.flush();
            channel.force(true);
        }
    }

    /// Without this, a power failure could undo the renaming.
    private void forceDirectory() throws IOException {
        try (FileChannel directory = FileChannel.open(path.getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    /// The reason in words, because the messages of some exceptions are only a path.
    static String reason(IOException e) {
        return switch (e) {
            case AccessDeniedException denied -> "no permission for " + denied.getFile();
            case NoSuchFileException missing -> "no such file or directory: " + missing.getFile();
            case FileSystemException because when because.getReason() != null -> because.getReason();
            default -> e.getMessage() == null ? e.toString() : e.getMessage();
        };
    }
}
