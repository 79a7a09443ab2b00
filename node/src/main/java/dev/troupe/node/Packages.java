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

/// Jars and zips that runtime environments name, kept for a session. Files are copied, so that whoever builds them anew does not disturb the
/// workers; what has the same content is kept once. A remote address is fetched once in a session.
///
/// What goes wrong is said as the rest of a sentence that begins with the address: as a [WrongSettingsException] if what was named is to blame,
/// rather than the place it is copied to.
final class Packages {
    private final Path directory;
    private final Map<String, Path> downloads = new ConcurrentHashMap<>();

    Packages(Path directory) {
        this.directory = directory;
    }

    static boolean isRemote(String address) {
        return address.matches("(?i)https?://.*");
    }

    /// The file or directory of this machine that an address names, whether it is there or not.
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

    /// Waits until it is here.
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

    /// A copy. Made under another name first, so that nobody ever sees half of it.
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
            // another worker needed the same at the same time
        } finally {
            FileTree.remove(fresh);
        }
    }

    static IOException notCopiedTo(Path directory, IOException e) {
        return new IOException("cannot be copied to " + directory + " (" + e + "): free space there, or choose another temporary directory",
                e);
    }

    /// What a user is told of an address that could not be used.
    ///
    /// @param field of the runtime environment
    static IOException unusable(String field, String address, IOException e) {
        String sentence = field + ": " + address + " " + e.getMessage();
        boolean forEver = e instanceof WrongSettingsException && !isRemote(address); // what another machine has may change
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
                // the digest takes it
            }
            return HexFormat.of().formatHex(in.getMessageDigest().digest(), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
