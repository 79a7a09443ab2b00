package dev.troupe.node;

import dev.troupe.process.ClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Turns the jars that `java_jars` names into class path entries.
final class JavaJars implements AutoCloseable {
    private final Packages packages;

    /// @param directory where they are kept
    JavaJars(Path directory) {
        this.packages = new Packages(directory);
    }

    /// Waits until all jars are fetched.
    ///
    /// @throws IOException with a message for the user
    List<Path> entries(List<String> addresses) throws IOException, InterruptedException {
        List<Path> entries = new ArrayList<>();
        for (String address : addresses) {
            try {
                entries.addAll(entries(Packages.isRemote(address) ? remote(address) : local(address)));
            } catch (IOException e) {
                throw Packages.unusable("java_jars", address, e);
            }
        }
        return entries;
    }

    private Path remote(String address) throws IOException, InterruptedException {
        String path = Packages.uri(address).getPath();
        return packages.fetch(address, path != null && path.endsWith(".zip"));
    }

    private Path local(String address) throws IOException {
        Path file = Packages.file(address);
        if (Files.isDirectory(file)) {
            return file;
        }
        if (!Files.isReadable(file)) {
            throw new WrongSettingsException((Files.exists(file) ? "cannot be read" : "does not exist")
                    + ": give a jar, a zip or a directory on this machine, or an http address", null);
        }
        return packages.keep(file, file.toString().endsWith(".zip"));
    }

    @Override
    public void close() throws IOException {
        packages.close();
    }

    private static List<Path> entries(Path kept) throws IOException {
        return Files.isDirectory(kept) ? ClassPath.ofDirectory(kept).entries() : List.of(kept);
    }
}
