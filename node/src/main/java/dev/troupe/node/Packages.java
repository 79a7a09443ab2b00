package dev.troupe.node;

import dev.troupe.process.FileTree;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipException;

/// The jars and zips of runtime environments, kept for a session. Files are copied, so that a new build of them does not disturb the
/// workers. Files with the same content are kept once. A remote address is fetched once per session.
///
/// The message of an exception continues a sentence that begins with the address. It is a [WrongSettingsException] if the named file is the cause,
/// and not the directory that it is copied to.
final class Packages {
    private final Path directory;
    private final Map<String, Path> downloads = new ConcurrentHashMap<>();

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

    /// Waits until the file has been fetched.
    ///
    /// @param unpacked as a directory with its content
    Path fetch(String address, boolean unpacked) throws IOException, InterruptedException {
        Path known = downloads.get(address);
        if (known == null) {
            Path download = Files.createTempFile(Files.createDirectories(directory), ".download-", "");
            try {
                Download.fetch(uri(address), download);
                known = keep(download, unpacked);
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
        if (!isZip(file)) {
            throw new WrongSettingsException("is neither a jar nor a zip", null);
        }
        Path kept = directory.resolve(hash(file) + (unpacked ? "" : ".jar"));
        if (!Files.exists(kept)) {
            try {
                copy(file, unpacked, kept);
            } catch (ZipException | FileTree.EntryOutside e) {
                throw new WrongSettingsException(e.getMessage(), e);
            } catch (IOException e) {
                throw notCopiedTo(directory, e);
            }
        }
        return kept;
    }

    private void copy(Path file, boolean unpacked, Path kept) throws IOException {
        Path fresh = Files.createTempDirectory(Files.createDirectories(directory), ".fresh-");
        try {
            Path content = fresh.resolve("content");
            if (unpacked) {
                FileTree.unzip(file, Files.createDirectory(content));
            } else {
                Files.copy(file, content, StandardCopyOption.COPY_ATTRIBUTES);
            }
            Files.move(content, kept);
        } catch (FileAlreadyExistsException expected) {
            // another worker fetched the same file at the same time
        } finally {
            FileTree.remove(fresh);
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

    private static String hash(Path file) throws IOException {
        try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            byte[] buffer = new byte[1 << 16];
            while (in.read(buffer) >= 0) {
                // the digest has read it
            }
            return HexFormat.of().formatHex(in.getMessageDigest().digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
