package dev.troupe.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The directory in which the processes of a user share files and sockets: the [PrivateDirectory] in Java's temporary directory, or in `/tmp` if
/// the temporary directory is not writable or its path is too long for sockets. In that case the log says so.
public final class TemporaryDirectory {
    /// The maximum number of bytes in the path of a Unix socket.
    public static final int LONGEST_SOCKET = 107;
    private static final Path USUAL = Path.of("/tmp");

    private TemporaryDirectory() {}

    /// That of this process.
    ///
    /// @param socket the longest name of a socket below it
    /// @throws IOException with a message for the user
    public static Path forSockets(String socket) throws IOException {
        return forSockets(Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath(), socket);
    }

    static Path forSockets(Path temporary, String socket) throws IOException {
        Optional<Path> home = usable(temporary, socket);
        if (home.isPresent()) {
            return home.get();
        }
        Optional<Path> instead = usable(USUAL, socket);
        if (instead.isEmpty()) {
            throw new IOException("the temporary directory " + temporary + " " + fault(temporary) + " and " + USUAL + " " + fault(USUAL)
                    + ": choose another with -Djava.io.tmpdir=…");
        }
        System.getLogger("dev.troupe.process").log(System.Logger.Level.WARNING,
                "{0} is used because the temporary directory {1} {2}; choose another with -Djava.io.tmpdir=…", USUAL, temporary,
                fault(temporary));
        return instead.get();
    }

    private static Optional<Path> usable(Path parent, String socket) throws IOException {
        return Files.isDirectory(parent) && Files.isWritable(parent) ? in(parent, socket) : Optional.empty();
    }

    /// Why it is not usable.
    private static String fault(Path parent) {
        if (!Files.exists(parent)) {
            return "does not exist";
        }
        if (!Files.isDirectory(parent)) {
            return "is not a directory";
        }
        return Files.isWritable(parent) ? "has a path that is too long for Unix sockets" : "is not writable";
    }

    /// The private directory in `parent`, or none if its path is too long for the socket. The usual name is checked before the directory is created;
    /// its actual name is known only afterwards.
    public static Optional<Path> in(Path parent, String socket) throws IOException {
        if (!fits(PrivateDirectory.usual(parent).resolve(socket))) {
            return Optional.empty();
        }
        return Optional.of(PrivateDirectory.in(parent)).filter(home -> fits(home.resolve(socket)));
    }

    private static boolean fits(Path socket) {
        return socket.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_SOCKET;
    }
}
