package dev.troupe.node;

import dev.troupe.process.FileTree;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/// The current directories of workers with a `working_dir`: always a copy, which is made when the first worker needs it and shared by all workers
/// of the session with the same `working_dir`. It is removed with the session.
public final class WorkingDirectories {
    private final Path session;
    private final Path directory;
    private final Packages packages;
    /// By original. Guarded by this.
    private final Map<Path, Path> copies = new HashMap<>();

    /// @param session never becomes part of a copy, wherever it is
    /// @param directory where copies are made
    WorkingDirectories(Path session, Path directory) {
        this.session = session;
        this.directory = directory;
        this.packages = new Packages(directory);
    }

    /// The same address, with an absolute path if it is a local one.
    ///
    /// @throws IOException whose message continues a sentence that begins with the address, if the address is obviously unusable
    public static String check(String address) throws IOException {
        if (Packages.isRemote(address)) {
            return Packages.uri(address).toString();
        }
        Path place = Packages.file(address);
        if (!Files.isReadable(place)) {
            throw new WrongSettingsException((Files.exists(place) ? "cannot be read" : "does not exist")
                    + ": give a directory or a zip on this machine, or the http address of a zip", null);
        }
        if (!Files.isDirectory(place) && !Packages.isZip(place)) {
            throw new WrongSettingsException("is neither a directory nor a zip", null);
        }
        return place.toString();
    }

    /// Waits until everything is fetched or copied.
    ///
    /// @throws IOException with a message for the user
    Path of(String address) throws IOException, InterruptedException {
        try {
            return Packages.isRemote(address) ? content(packages.fetch(address, true)) : local(Path.of(check(address)));
        } catch (IOException e) {
            throw Packages.unusable("working_dir", address, e);
        }
    }

    /// Archives from the web often contain a single directory with everything in it.
    private static Path content(Path unpacked) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(unpacked)) {
            List<Path> all = StreamSupport.stream(entries.spliterator(), false).toList();
            return all.size() == 1 && Files.isDirectory(all.getFirst()) ? all.getFirst() : unpacked;
        }
    }

    private Path local(Path place) throws IOException {
        return Files.isDirectory(place) ? copy(place.normalize()) : packages.keep(place, true);
    }

    private synchronized Path copy(Path original) throws IOException {
        Path known = copies.get(original);
        if (known != null) {
            return known;
        }
        Path fresh = made(original.getFileName() + "-");
        try {
            FileTree.copy(original, fresh, session);
        } catch (FileSystemLoopException e) {
            FileTree.remove(fresh);
            throw new WrongSettingsException(
                    "cannot be copied: the link " + e.getFile() + " points to a directory that contains it; remove the link", e);
        } catch (IOException e) {
            FileTree.remove(fresh);
            throw Packages.notCopiedTo(fresh, e);
        }
        copies.put(original, fresh);
        return fresh;
    }

    private Path made(String prefix) throws IOException {
        try {
            return Files.createTempDirectory(Files.createDirectories(directory), prefix);
        } catch (IOException e) {
            throw Packages.notCopiedTo(directory, e);
        }
    }
}
