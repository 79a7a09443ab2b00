package dev.troupe.node;

import dev.troupe.process.ClassPath;
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
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What `java_jars` names, made into entries of a class path. Files are copied, so that whoever builds them anew does not disturb the
/// workers; what has the same content is kept once. A remote address is fetched once in a session.
final class JavaJars {
    private final Path directory;
    private final Map<String, Path> downloads = new ConcurrentHashMap<>();

    JavaJars(Path directory) {
        this.directory = directory;
    }

    /// Waits for what must be fetched.
    ///
    /// @throws IOException with a sentence for the user
    List<Path> entries(List<String> addresses) throws IOException, InterruptedException {
        List<Path> entries = new ArrayList<>();
        for (String address : addresses) {
            boolean remote = address.matches("(?i)https?://.*");
            try {
                entries.addAll(remote ? remote(address) : local(address));
            } catch (IOException e) {
                String sentence = "java_jars: " + address + " " + e.getMessage();
                throw remote ? new IOException(sentence, e) : new WrongSettingsException(sentence, e);
            }
        }
        return entries;
    }

    private List<Path> remote(String address) throws IOException, InterruptedException {
        URI uri = uri(address);
        boolean zip = uri.getPath() != null && uri.getPath().endsWith(".zip");
        Path known = downloads.get(address);
        if (known == null) {
            Path download = Files.createTempFile(Files.createDirectories(directory), ".download-", "");
            try {
                Download.fetch(uri, download);
                known = kept(download, zip);
                downloads.put(address, known);
            } finally {
                Files.deleteIfExists(download);
            }
        }
        return entries(known);
    }

    private List<Path> local(String address) throws IOException {
        Path file = file(address);
        if (Files.isDirectory(file)) {
            return entries(file);
        }
        if (!Files.isReadable(file)) {
            throw new IOException((Files.exists(file) ? "cannot be read" : "is not there")
                    + ": name a jar, a zip or a directory of this machine, or an http address");
        }
        Files.createDirectories(directory);
        return entries(kept(file, file.toString().endsWith(".zip")));
    }

    private static List<Path> entries(Path kept) throws IOException {
        return Files.isDirectory(kept) ? ClassPath.ofDirectory(kept).entries() : List.of(kept);
    }

    private static Path file(String address) throws IOException {
        if (address.startsWith("file:")) {
            try {
                return Path.of(uri(address));
            } catch (IllegalArgumentException e) {
                throw new IOException("is not a file of this machine (" + e.getMessage() + "): write file:///path/to.jar", e);
            }
        }
        if (address.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")) {
            throw new IOException("cannot be fetched: http:, https:, file: and plain paths can");
        }
        return Path.of(address).toAbsolutePath();
    }

    private static URI uri(String address) throws IOException {
        try {
            return URI.create(address);
        } catch (IllegalArgumentException e) {
            throw new IOException("is not an address (" + e.getMessage() + "): write a blank as %20", e);
        }
    }

    /// Made under another name first, so that nobody ever sees half of it.
    private Path kept(Path file, boolean zip) throws IOException {
        if (!isZip(file)) {
            throw new IOException("is neither a jar nor a zip");
        }
        Path kept = directory.resolve(hash(file) + (zip ? "" : ".jar"));
        if (Files.exists(kept)) {
            return kept;
        }
        Path fresh = Files.createTempDirectory(directory, ".fresh-");
        try {
            Path content = fresh.resolve("content");
            if (zip) {
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
        return kept;
    }

    private static boolean isZip(Path file) throws IOException {
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
