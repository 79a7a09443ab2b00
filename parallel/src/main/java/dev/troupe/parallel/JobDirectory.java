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

/// Files that the workers of one job share on this machine while they run: sockets, unpacked code, reports for the launcher. Only the user can read
/// them.
///
/// It is removed by the launcher, by a worker that sees the launcher die, or by the next launcher.
///
/// @param path in the user's directory below the temporary directory
record JobDirectory(Path path) {
    private static final String PREFIX = "job-";
    private static final String LONGEST_SOCKET_NAME = "2147483647.sock";

    /// The launcher's lock on it: while it is held, no other process treats the directory as abandoned.
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

    /// The socket where the launcher waits for its workers, see [Doors].
    Path starter() {
        return path.resolve("starter.sock");
    }

    /// The options of the workers that other users must not see.
    Path options() {
        return path.resolve("options");
    }

    Path retries(int nodeId) {
        return path.resolve(nodeId + ".retries");
    }

    /// The exception of a worker's main, see [MainFailure].
    Path failure(int nodeId) {
        return path.resolve(nodeId + ".failure");
    }

    /// The file in which a worker reports how many messages it could not deliver before it ended.
    Path undelivered(int nodeId) {
        return path.resolve(nodeId + ".undelivered");
    }

    /// The result of a worker, see [Results].
    Path result(int nodeId) {
        return path.resolve(nodeId + ".result");
    }

    /// A worker is restarted: removes the files of its previous process.
    void beginAnew(int nodeId) throws IOException {
        for (Path note : List.of(retries(nodeId), failure(nodeId), undelivered(nodeId), result(nodeId))) {
            Files.deleteIfExists(note);
        }
    }

    /// For a worker that could not start, perhaps because its launcher is dead.
    void removeIfAbandoned() {
        if (LockedDirectory.isAbandoned(path)) {
            remove();
        }
    }

    /// Removes it with its content; other processes may remove parts of it at the same time.
    void remove() {
        try {
            FileTree.remove(path);
        } catch (IOException e) {
            throw new UncheckedIOException("the temporary directory " + path + " could not be removed", e);
        }
    }
}
