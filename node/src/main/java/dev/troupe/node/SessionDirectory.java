package dev.troupe.node;

import dev.troupe.process.LockedDirectory;
import dev.troupe.process.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The directory that the processes of one node share while they run: sockets, boards, fetched jars, logs. Only the user can enter it.
///
/// ```
/// <tmp>/troupe-<uid>/session-<time>-<pid>/
///   <process>.sock   where a process listens
///   <process>.board  what a worker runs
///   jars/            what `java_jars` named
///   work/            what `working_dir` named
///   logs/            worker-<process>.out, .err
///   aot/             where the cache of a [WarmStart] is made
///   memory           a link to the store's file in shared memory
///   owner, lock      who made it, and whether that process lives
/// ```
///
/// Closing removes it. If its owner died, a worker that notices this removes it, or the next session that starts. Logs of workers
/// that crashed are kept for a week.
final class SessionDirectory implements AutoCloseable {
    private static final String LONGEST_SOCKET_NAME = "2147483647.sock";

    private final LockedDirectory directory;

    private SessionDirectory(LockedDirectory directory) throws IOException {
        this.directory = directory;
        Files.createDirectory(logs());
    }

    /// In the temporary directory.
    static SessionDirectory open() throws IOException {
        String name = name();
        return open(TemporaryDirectory.forSockets(socketOf(name)), name);
    }

    static SessionDirectory open(Path parent) throws IOException {
        String name = name();
        Optional<Path> home = TemporaryDirectory.in(parent, socketOf(name));
        if (home.isEmpty()) {
            throw new IOException("the path " + parent + " is too long for Unix sockets (their paths may have at most "
                    + TemporaryDirectory.LONGEST_SOCKET + " bytes): choose another directory");
        }
        return open(home.get(), name);
    }

    private static SessionDirectory open(Path home, String name) throws IOException {
        Sessions.removeStale(home);
        return new SessionDirectory(LockedDirectory.create(home.resolve(name)));
    }

    /// A session inside another one, which is removed together with it.
    static SessionDirectory at(Path path) throws IOException {
        return new SessionDirectory(LockedDirectory.create(path));
    }

    private static String name() {
        return LockedDirectory.newName(Sessions.PREFIX);
    }

    private static String socketOf(String name) {
        return name + "/" + LONGEST_SOCKET_NAME;
    }

    Path path() {
        return directory.path();
    }

    Path socket(int process) {
        return path().resolve(process + ".sock");
    }

    Path board(int process) {
        return path().resolve(process + ".board");
    }

    /// A file for arguments that are too long for a command line.
    Path arguments(int process) {
        return path().resolve(process + ".arguments");
    }

    /// Removing this directory also removes that file.
    void ownsMemory(Path file) throws IOException {
        Files.createSymbolicLink(path().resolve(Sessions.MEMORY), file);
    }

    Path jars() {
        return path().resolve("jars");
    }

    Path work() {
        return path().resolve("work");
    }

    /// The directory in which the cache of a [WarmStart] is created. Its name is so short that the sockets of a session `run` in it fit wherever ours do.
    Path training() {
        return path().resolve("aot");
    }

    Path logs() {
        return path().resolve("logs");
    }

    /// Removes it, except logs that somebody may want to read.
    @Override
    public void close() throws IOException {
        directory.close();
        Sessions.removeAllButLogs(path());
    }
}
