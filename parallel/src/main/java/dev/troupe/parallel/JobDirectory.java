package dev.troupe.parallel;

import dev.troupe.process.FileTree;
import dev.troupe.process.LockedDirectory;
import dev.troupe.process.TemporaryDirectory;
import dev.troupe.task.SettingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What the workers of one job share on this machine while they run: sockets, unpacked code, what workers note for their starter. Only the user may look.
///
/// The starter removes it, or a worker that sees the starter die, or the next starter.
///
/// @param path in the user's directory below the temporary directory
record JobDirectory(Path path) {
    private static final String PREFIX = "job-";
    private static final String LONGEST_SOCKET_NAME = "2147483647.sock";

    /// The starter's hold on it: while it is open, nobody takes the directory for an abandoned one.
    record Held(JobDirectory directory, LockedDirectory lock) implements AutoCloseable {
        /// Removes it.
        @Override
        public void close() {
            directory.remove();
            try {
                lock.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static Held create() {
        String name = LockedDirectory.newName(PREFIX);
        Path home = home(name + "/" + LONGEST_SOCKET_NAME);
        try {
            removeAbandoned(home);
            LockedDirectory made = LockedDirectory.create(home.resolve(name));
            return new Held(new JobDirectory(made.path()), made);
        } catch (IOException e) {
            throw new SettingException("cannot create a directory in " + home + " (" + e.getMessage()
                    + "): free some space, or choose another temporary directory with -Djava.io.tmpdir=…", e);
        }
    }

    private static Path home(String socket) {
        try {
            return TemporaryDirectory.forSockets(socket);
        } catch (IOException e) {
            throw new SettingException(e.getMessage(), e);
        }
    }

    private static void removeAbandoned(Path home) throws IOException {
        for (Path abandoned : LockedDirectory.abandoned(home, PREFIX)) {
            try {
                FileTree.remove(abandoned);
            } catch (IOException e) {
                System.getLogger("dev.troupe.parallel").log(System.Logger.Level.WARNING,
                        "{0}, which an earlier run left behind, could not be removed: {1}", abandoned, e.toString());
            }
        }
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

    /// For a worker that could not begin: perhaps because its starter is dead.
    void removeIfAbandoned() {
        if (LockedDirectory.isAbandoned(path)) {
            remove();
        }
    }

    /// Removes it with everything in it; what others remove at the same time does not matter.
    void remove() {
        try {
            FileTree.remove(path);
        } catch (IOException e) {
            throw new UncheckedIOException("the temporary directory " + path + " could not be removed", e);
        }
    }
}
