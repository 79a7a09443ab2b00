package dev.troupe.packages;

import dev.troupe.process.FileTree;
import dev.troupe.process.LockedDirectory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The files of a [PackageCache]. Other processes create and remove some of them at any time.
record CacheDirectory(Path path, InstantSource clock) {
    static final String PART = ".part";
    private static final String PROCESS = "process-";
    private static final String PACKAGE = ".jar";
    private static final String USED = ".used";

    /// A package that is there.
    ///
    /// @param pinned whether any process, dead or alive, has a link to it
    record Cached(PackageId id, long bytes, FileTime used, boolean pinned) {}

    Path file(PackageId id) {
        return path.resolve(id.hex() + PACKAGE);
    }

    private Path used(PackageId id) {
        return path.resolve(id.hex() + USED);
    }

    LockedDirectory createProcess() throws IOException {
        return LockedDirectory.create(path.resolve(LockedDirectory.newName(PROCESS)));
    }

    /// Removes what dead processes left: their pins, and what they had not finished.
    void sweep() throws IOException {
        for (Path dead : LockedDirectory.abandoned(path, PROCESS)) {
            try {
                FileTree.remove(dead);
            } catch (NoSuchFileException expected) {
                // another process sweeps, too
            }
        }
        for (PackageId id : ids(USED)) {
            if (!Files.exists(file(id))) {
                Files.deleteIfExists(used(id));
            }
        }
    }

    /// Notes that it is used now.
    void touch(PackageId id) throws IOException {
        try {
            Files.createFile(used(id));
        } catch (FileAlreadyExistsException expected) {
            // it was used before
        }
        try {
            Files.setLastModifiedTime(used(id), FileTime.from(clock.instant()));
        } catch (NoSuchFileException expected) {
            // evicted at this moment; whoever pinned it keeps it
        }
    }

    /// All packages; those that were not used for the longest time come first.
    List<Cached> packages() throws IOException {
        List<Cached> all = new ArrayList<>();
        for (PackageId id : ids(PACKAGE)) {
            try {
                all.add(cached(id));
            } catch (NoSuchFileException expected) {
                // evicted by another process
            }
        }
        all.sort(Comparator.comparing(Cached::used));
        return all;
    }

    private List<PackageId> ids(String kind) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(kind))
                    .map(name -> name.substring(0, name.length() - kind.length())).filter(PackageId::isValid).map(PackageId::new).toList();
        }
    }

    private Cached cached(PackageId id) throws IOException {
        Map<String, Object> found = Files.readAttributes(file(id), "unix:nlink,size,lastModifiedTime");
        FileTime used = (FileTime) found.get("lastModifiedTime");
        try {
            used = Files.getLastModifiedTime(used(id));
        } catch (NoSuchFileException expected) {
            // nobody knows; it goes first
        }
        return new Cached(id, (long) found.get("size"), used, (int) found.get("nlink") > 1);
    }

    /// The bytes of packages that are being written, each as if it were finished.
    long incoming() throws IOException {
        long bytes = 0;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(path, PROCESS + "*")) {
            for (Path process : processes) {
                bytes += incoming(process);
            }
        }
        return bytes;
    }

    private static long incoming(Path process) throws IOException {
        long bytes = 0;
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(process, "*" + PART)) {
            for (Path part : parts) {
                bytes += size(part);
            }
        } catch (NoSuchFileException | NotDirectoryException expected) {
            // swept by another process, or not ours
        }
        return bytes;
    }

    private static long size(Path part) throws IOException {
        try {
            return Files.size(part);
        } catch (NoSuchFileException finished) {
            return 0;
        }
    }

    void remove(PackageId id) throws IOException {
        Files.deleteIfExists(file(id));
        Files.deleteIfExists(used(id));
    }

    long free() throws IOException {
        return Files.getFileStore(path).getUsableSpace();
    }

    /// @param what could not be written
    IOException notWritten(String what, IOException e) {
        String free;
        try {
            free = "; " + free() + " bytes are free there";
        } catch (IOException unknown) {
            free = "";
        }
        return new IOException(what + " cannot be written to " + path + " (" + e.getMessage() + ")" + free
                + ": free space, or choose another directory", e);
    }
}
