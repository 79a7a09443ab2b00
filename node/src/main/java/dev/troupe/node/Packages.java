package dev.troupe.node;

import dev.troupe.packages.Incoming;
import dev.troupe.packages.PackageCache;
import dev.troupe.packages.PackageId;
import dev.troupe.packages.PinnedPackage;
import dev.troupe.process.FileTree;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipException;

/// The jars and zips of runtime environments, kept for a session. Files are copied, so that a new build of them does not disturb the
/// workers. Files with the same content are kept once. A remote address is fetched once per session.
///
/// The message of an exception continues a sentence that begins with the address. It is a [WrongSettingsException] if the named file is the cause,
/// and not the directory that it is copied to.
final class Packages implements AutoCloseable {
    private final Path directory;
    private final Map<String, Path> downloads = new ConcurrentHashMap<>();
    // Guarded by this.
    private final Map<PackageId, PinnedPackage> jars = new HashMap<>();
    /// Opened with the first jar.
    private Optional<PackageCache> cache = Optional.empty();

    Packages(Path directory) {
        this.directory = directory;
    }

    static boolean isRemote(String address) {
        return address.matches("(?i)https?://.*");
    }

    /// The local file or directory that an address names, whether it exists or not.
    static Path file(String address) throws IOException {
        if (address.startsWith("file:")) {
            try {
                return Path.of(uri(address));
            } catch (IllegalArgumentException e) {
                throw new WrongSettingsException("is not a file on this machine (" + e.getMessage() + "): write file:///path/to.jar", e);
            }
        }
        if (address.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")) {
            throw new WrongSettingsException("cannot be fetched: use http:, https:, file: or a plain path", null);
        }
        return Path.of(address).toAbsolutePath();
    }

    static URI uri(String address) throws IOException {
        try {
            return URI.create(address);
        } catch (IllegalArgumentException e) {
            throw new WrongSettingsException("is not a valid address (" + e.getMessage() + "): write a space as %20", e);
        }
    }

    private static String nameIn(String address) throws IOException {
        String path = Optional.ofNullable(uri(address).getPath()).orElse("");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// Waits until the file has been fetched.
    ///
    /// @param unpacked as a directory with its content
    Path fetch(String address, boolean unpacked) throws IOException, InterruptedException {
        Path known = downloads.get(address);
        if (known == null) {
            Path download = Files.createTempFile(Files.createDirectories(directory), ".download-", "");
            try {
                Download.fetch(uri(address), download);
                known = keep(download, unpacked, nameIn(address));
                downloads.put(address, known);
            } finally {
                Files.deleteIfExists(download);
            }
        }
        return known;
    }

    /// Copies a file under a temporary name first, so that no process ever sees a part of it.
    ///
    /// @param unpacked as a directory with its content
    Path keep(Path file, boolean unpacked) throws IOException {
        return keep(file, unpacked, file.getFileName().toString());
    }

    /// @param name for people
    private Path keep(Path file, boolean unpacked, String name) throws IOException {
        if (!isZip(file)) {
            throw new WrongSettingsException("is neither a jar nor a zip", null);
        }
        PackageId id = PackageId.of(file);
        try {
            return unpacked ? unpacked(file, directory.resolve(id.hex())) : jar(file, id, name);
        } catch (ZipException | FileTree.EntryOutside e) {
            throw new WrongSettingsException(e.getMessage(), e);
        } catch (IOException e) {
            throw notCopiedTo(directory, e);
        }
    }

    private synchronized Path jar(Path file, PackageId id, String name) throws IOException {
        PinnedPackage known = jars.get(id);
        if (known == null) {
            known = copied(file, name);
            jars.put(known.what().id(), known); // somebody may have written to the file meanwhile
        }
        return known.file();
    }

    private PinnedPackage copied(Path file, String name) throws IOException {
        if (cache.isEmpty()) {
            cache = Optional.of(PackageCache.open(directory.resolve("packages"), Long.MAX_VALUE));
        }
        try (Incoming incoming = cache.get().receive(name, Files.size(file))) {
            Files.copy(file, incoming);
            return incoming.finish();
        }
    }

    private Path unpacked(Path file, Path kept) throws IOException {
        if (Files.exists(kept)) {
            return kept;
        }
        Path fresh = Files.createTempDirectory(Files.createDirectories(directory), ".fresh-");
        try {
            Path content = Files.createDirectory(fresh.resolve("content"));
            FileTree.unzip(file, content);
            Files.move(content, kept);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException expected) {
            // another worker fetched the same file at the same time
        } finally {
            FileTree.remove(fresh);
        }
        return kept;
    }

    /// The files go with the session.
    @Override
    public synchronized void close() throws IOException {
        if (cache.isPresent()) {
            cache.get().close();
        }
    }

    static IOException notCopiedTo(Path directory, IOException e) {
        return new IOException("cannot be copied to " + directory + " (" + e + "): free space there, or choose another temporary directory",
                e);
    }

    /// The message for the user about an address that could not be used.
    ///
    /// @param field of the runtime environment
    static IOException unusable(String field, String address, IOException e) {
        String sentence = field + ": " + address + " " + e.getMessage();
        boolean forEver = e instanceof WrongSettingsException && !isRemote(address); // the content of another machine may change
        return forEver ? new WrongSettingsException(sentence, e) : new IOException(sentence, e);
    }

    static boolean isZip(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(2);
            return start.length == 2 && start[0] == 'P' && start[1] == 'K';
        }
    }
}
