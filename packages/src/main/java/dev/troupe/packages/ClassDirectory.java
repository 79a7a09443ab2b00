package dev.troupe.packages;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;

/// A directory of classes and resources, which becomes a zip. The same content becomes the same bytes, wherever it lies and whenever it was built.
///
/// @param directories as their entries are named in a zip, e.g. `my/app/`; programs search for these, too
/// @param files by the name of their entry, e.g. `my/app/Main.class`
record ClassDirectory(Path root, SortedSet<String> directories, SortedMap<String, Stamp> files) {
    /// Any time would do. Only for earlier ones do zips contain a second time, which depends on the time zone.
    private static final LocalDateTime ALWAYS = LocalDateTime.of(1980, 2, 1, 0, 0);
    /// More than enough for the headers of an entry, without its name.
    private static final long HEADERS = 200;
    private static final int BUFFER = 1 << 16;

    ClassDirectory {
        directories = Collections.unmodifiableSortedSet(new TreeSet<>(directories));
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    /// Lists it. Links are followed; links that point to nothing, pipes and the like are omitted.
    ///
    /// @param except a directory that is omitted; it need not exist
    /// @throws IOException that names the file, and says what to do
    static ClassDirectory of(Path root, Path except) throws IOException {
        SortedSet<String> directories = new TreeSet<>();
        SortedMap<String, Stamp> files = new TreeMap<>();
        Optional<Object> omitted = Files.exists(except) ? Optional.of(Stamp.of(except).file()) : Optional.empty();
        Files.walkFileTree(root, Set.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                if (omitted.isPresent() && omitted.get().equals(attributes.fileKey())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                if (!directory.equals(root)) {
                    directories.add(root.relativize(directory) + "/");
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    files.put(root.relativize(file).toString(), Stamp.of(attributes));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof FileSystemLoopException) {
                    throw new IOException("the link " + file + " points to a directory that contains it; remove the link", e);
                }
                throw unreadable(file, e);
            }
        });
        return new ClassDirectory(root, directories, files);
    }

    private static IOException unreadable(Path file, IOException e) {
        return new IOException(file + " cannot be read (" + e + "); make it readable, or remove it", e);
    }

    /// An upper bound for the size of the zip.
    long zipBytes() {
        long headers = directories.stream().mapToLong(ClassDirectory::headers).sum()
                + files.keySet().stream().mapToLong(ClassDirectory::headers).sum() + HEADERS;
        return headers + files.values().stream().mapToLong(Stamp::bytes).sum();
    }

    private static long headers(String name) {
        return HEADERS + 6L * name.length(); // twice, with up to three bytes for each letter
    }

    /// Writes the zip, whose entries are not compressed: that is as fast as copying, and the bytes are the same with every version of every library.
    ///
    /// @throws IOException that names the file, and says what to do
    void zip(OutputStream to) throws IOException {
        OutputStream buffered = new BufferedOutputStream(to, BUFFER);
        ZipOutputStream zip = new ZipOutputStream(buffered); // not closed, because that would close `to`
        zip.setMethod(ZipOutputStream.STORED);
        byte[] buffer = new byte[BUFFER];
        SortedSet<String> entries = new TreeSet<>(directories);
        entries.addAll(files.keySet());
        for (String name : entries) {
            zip.putNextEntry(entry(name, buffer));
            if (files.containsKey(name)) {
                content(name, zip, buffer);
            }
        }
        zip.finish();
        buffered.flush();
    }

    /// The header of an entry contains its size and checksum, so a file is read twice.
    private ZipEntry entry(String name, byte[] buffer) throws IOException {
        CRC32 checksum = new CRC32();
        long bytes = 0;
        if (files.containsKey(name)) {
            Path file = root.resolve(name);
            try (InputStream in = Files.newInputStream(file)) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    checksum.update(buffer, 0, read);
                    bytes += read;
                }
            } catch (IOException e) {
                throw unreadable(file, e);
            }
        }
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(ALWAYS);
        entry.setSize(bytes);
        entry.setCrc(checksum.getValue());
        return entry;
    }

    private void content(String name, ZipOutputStream zip, byte[] buffer) throws IOException {
        Path file = root.resolve(name);
        try (InputStream in = opened(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                zip.write(buffer, 0, read);
            }
            zip.closeEntry();
        } catch (ZipException changed) {
            throw new IOException(file + " changed at the same time; wait until it is built, then try again", changed);
        }
    }

    private static InputStream opened(Path file) throws IOException {
        try {
            return Files.newInputStream(file);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }
}
