package dev.troupe.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// A directory with everything in it.
public final class FileTree {
    private FileTree() {}

    /// Removes the directory. Other processes may remove parts of it at the same time. Links are removed, not followed.
    public static void remove(Path root) throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /// Copies the content of one directory into another. Links are followed, so that nothing in the copy points to the original. Anything
    /// that is neither a file nor a directory is skipped.
    ///
    /// @param except a directory that is skipped with everything in it
    public static void copy(Path from, Path to, Path except) throws IOException {
        Files.walkFileTree(from, Set.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
                if (Files.isSameFile(directory, except)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(from.relativize(directory)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedIOException("interrupted while " + from + " was copied");
                }
                if (attributes.isRegularFile()) {
                    Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /// Unpacks a zip into a directory.
    ///
    /// @throws EntryOutside if an entry points outside the directory; the entries before it have been unpacked then
    public static void unzip(Path file, Path into) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                Path target = into.resolve(entry.getName()).normalize();
                if (!target.startsWith(into)) {
                    throw new EntryOutside(entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, target);
                    }
                }
            }
        }
    }

    /// A zip with an entry that points outside its directory.
    public static final class EntryOutside extends IOException {
        private static final long serialVersionUID = 1L;

        EntryOutside(String entry) {
            super("has an entry that points outside it: " + entry);
        }
    }
}
