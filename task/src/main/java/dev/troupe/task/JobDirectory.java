package dev.troupe.task;

import dev.troupe.process.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What the workers of one job share on this machine while they run: sockets, unpacked code, what workers note for their starter. Only the user may look.
///
/// @param path below the temporary directory
record JobDirectory(Path path) implements AutoCloseable {
    // A Unix socket's name has at most 107 bytes; ours are <directory>/troupe-<19 digits>/<node id>.sock.
    private static final int LONGEST_PARENT = 107 - 28 - 17;

    static JobDirectory create() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        for (Path parent : List.of(temporary, Path.of("/tmp"))) {
            if (parent.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_PARENT && Files.isWritable(parent)) {
                try {
                    return new JobDirectory(Files.createTempDirectory(parent, "troupe-"));
                } catch (IOException e) {
                    throw new SettingException("no directory can be made in " + parent + " (" + e.getMessage()
                            + "): make room, or name another with -Djava.io.tmpdir=…", e);
                }
            }
        }
        throw new SettingException("the temporary directory " + temporary
                + " cannot be written or has too long a name for sockets in it: name another with -Djava.io.tmpdir=…");
    }

    /// Where the starter waits for its workers, see [Doors].
    Path starter() {
        return path.resolve("starter.sock");
    }

    /// The options of the workers that are not for everybody's eyes.
    Path options() {
        return path.resolve("options");
    }

    Path retries(int nodeId) {
        return path.resolve(nodeId + ".retries");
    }

    /// What a worker's main threw, see [MainFailure].
    Path failure(int nodeId) {
        return path.resolve(nodeId + ".failure");
    }

    /// Where a worker notes how many messages it could not deliver before it ended.
    Path undelivered(int nodeId) {
        return path.resolve(nodeId + ".undelivered");
    }

    /// What a worker has computed, see [Results].
    Path result(int nodeId) {
        return path.resolve(nodeId + ".result");
    }

    /// A worker is started again: what its last life left here says nothing about the next.
    void beginAnew(int nodeId) throws IOException {
        for (Path note : List.of(retries(nodeId), failure(nodeId), undelivered(nodeId), result(nodeId))) {
            Files.deleteIfExists(note);
        }
    }

    /// Removes it with everything in it; what others remove at the same time does not matter.
    @Override
    public void close() {
        try {
            FileTree.remove(path);
        } catch (IOException e) {
            throw new UncheckedIOException("the temporary directory " + path + " could not be removed", e);
        }
    }
}
