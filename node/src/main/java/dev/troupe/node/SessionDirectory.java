package dev.troupe.node;

import dev.troupe.process.PrivateDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// What the processes of one node share on this machine while they run: sockets, boards, fetched jars, logs. Only the user may look.
///
/// ```
/// <tmp>/troupe-<uid>/session-<time>-<pid>/
///   <process>.sock   where a process listens
///   <process>.board  what a worker runs
///   jars/            what `java_jars` named
///   work/            what `working_dir` named
///   logs/            worker-<process>.out, .err
///   memory           a link to the store's file in shared memory
///   owner, lock      who made it, and whether that process lives
/// ```
///
/// It goes when it is closed; when its owner died, a worker that sees the death removes it, or the next session that begins. Logs of workers
/// that died badly stay for a week.
final class SessionDirectory implements AutoCloseable {
    // A Unix socket's name has at most 107 bytes; ours are <parent>/troupe-<uid>/session-<time>-<pid>/<process>.sock.
    private static final int LONGEST_SOCKET = 107;
    private static final int LONGEST_SOCKET_NAME = "/2147483647.sock".length();
    private static final AtomicLong LAST = new AtomicLong();

    private final Path path;
    private final FileChannel lock;

    private SessionDirectory(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /// Below the temporary directory, or below `/tmp` when that one cannot be written or its name is too long for sockets.
    static SessionDirectory open() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        String name = name();
        for (Path parent : List.of(temporary, Path.of("/tmp"))) {
            Optional<Path> home = Files.isWritable(parent) ? home(parent, name) : Optional.empty();
            if (home.isPresent()) {
                return open(home.get(), name);
            }
        }
        throw new IOException("the temporary directory " + temporary
                + " cannot be written or has too long a name for sockets in it: name another with -Djava.io.tmpdir=…");
    }

    static SessionDirectory open(Path parent) throws IOException {
        String name = name();
        Optional<Path> home = home(parent, name);
        if (home.isEmpty()) {
            throw new IOException("the directory " + parent
                    + " has too long a name for sockets in it (they may have " + LONGEST_SOCKET + " bytes): name another");
        }
        return open(home.get(), name);
    }

    private static SessionDirectory open(Path home, String name) throws IOException {
        Sessions.removeStale(home);
        // Locked before it has its name, so that nobody takes it for a stale one.
        Path fresh = Files.createDirectory(home.resolve(Sessions.UNFINISHED + name), Sessions.ONLY_US);
        Files.writeString(fresh.resolve("owner"), Sessions.thisProcess());
        Files.createDirectory(fresh.resolve("logs"));
        FileChannel lock = FileChannel.open(fresh.resolve("lock"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) {
            throw new IOException("the new file " + fresh.resolve("lock") + " is locked by somebody else");
        }
        return new SessionDirectory(Files.move(fresh, home.resolve(name)), lock);
    }

    /// The directory of all sessions below that one; none when its name is too long. That of the user's directory is known only when it is
    /// there, and none is created in vain.
    private static Optional<Path> home(Path parent, String name) throws IOException {
        if (!fits(PrivateDirectory.usual(parent).resolve(name))) {
            return Optional.empty();
        }
        return Optional.of(PrivateDirectory.in(parent)).filter(home -> fits(home.resolve(name)));
    }

    /// Never the same twice. A date that reads well would cost 30 ms at every start.
    private static String name() {
        long millis = LAST.updateAndGet(last -> Math.max(last + 1, System.currentTimeMillis()));
        return Sessions.FINISHED + millis + "-" + ProcessHandle.current().pid();
    }

    private static boolean fits(Path session) {
        return session.toString().getBytes(StandardCharsets.UTF_8).length + LONGEST_SOCKET_NAME <= LONGEST_SOCKET;
    }

    Path path() {
        return path;
    }

    Path socket(int process) {
        return path.resolve(process + ".sock");
    }

    Path board(int process) {
        return path.resolve(process + ".board");
    }

    /// For what is too long for the command line of a process.
    Path arguments(int process) {
        return path.resolve(process + ".arguments");
    }

    /// Whoever removes this directory removes that file, too.
    void ownsMemory(Path file) throws IOException {
        Files.createSymbolicLink(path.resolve(Sessions.MEMORY), file);
    }

    Path jars() {
        return path.resolve("jars");
    }

    Path work() {
        return path.resolve("work");
    }

    Path logs() {
        return path.resolve("logs");
    }

    /// Removes it, but for logs that somebody may want to read.
    @Override
    public void close() throws IOException {
        lock.close();
        Sessions.removeAllButLogs(path);
    }
}
