package dev.troupe.runtime;

import dev.troupe.cluster.Seat;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/// What a node that runs in the background says about itself, in a file of the user: others of the same user find it there, to connect programs to it and
/// to stop it.
///
/// @param pid of its process
/// @param head whether it has the head
/// @param address of the head, `host:port`
/// @param ip of this machine
/// @param seat what a process on this machine must know to take part; its number is 0
/// @param logs the directory with the logs
public record NodeFile(long pid, Instant started, boolean head, String address, String ip, Seat seat, Path logs) {
    private static final String SUFFIX = ".node";

    /// Where the nodes of this user say so: `TROUPE_STATE`, or `~/.troupe/nodes`.
    public static Path directory() {
        String given = System.getenv("TROUPE_STATE");
        if (given != null && !given.isBlank()) {
            return Path.of(given).toAbsolutePath();
        }
        String home = System.getenv("HOME");
        return Path.of(home == null || home.isBlank() ? System.getProperty("user.home") : home).resolve(".troupe").resolve("nodes");
    }

    /// The file of a process.
    public static Path of(Path directory, long pid) {
        return directory.resolve(pid + SUFFIX);
    }

    /// Nobody ever sees a part of it.
    void write(Path directory) throws IOException {
        Properties all = new Properties();
        all.setProperty("pid", Long.toString(pid));
        all.setProperty("started", started.toString());
        all.setProperty("head", Boolean.toString(head));
        all.setProperty("address", address);
        all.setProperty("ip", ip);
        all.setProperty("seat", seat.encode());
        all.setProperty("logs", logs.toString());
        all.setProperty("token", seat.token().toString());
        Files.createDirectories(directory);
        Path fresh = Files.createTempFile(directory, "node", ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (Writer out = Files.newBufferedWriter(fresh)) {
            all.store(out, null);
        }
        Files.move(fresh, of(directory, pid), StandardCopyOption.ATOMIC_MOVE);
    }

    /// The nodes of this user whose processes live, the one with the head first. Files of dead ones are removed.
    public static List<NodeFile> living(Path directory) throws IOException {
        List<NodeFile> living = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
                for (Path file : files) {
                    Optional<NodeFile> node = read(file);
                    if (node.isPresent() && node.get().lives()) {
                        living.add(node.get());
                    } else {
                        Files.deleteIfExists(file);
                    }
                }
            }
        }
        living.sort((a, b) -> a.head != b.head ? Boolean.compare(b.head, a.head) : a.started.compareTo(b.started));
        return living;
    }

    private static Optional<NodeFile> read(Path file) throws IOException {
        Properties all = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            all.load(in);
            return Optional.of(new NodeFile(Long.parseLong(all.getProperty("pid")), Instant.parse(all.getProperty("started")),
                    Boolean.parseBoolean(all.getProperty("head")), all.getProperty("address"), all.getProperty("ip"),
                    Seat.decode(all.getProperty("seat")), Path.of(all.getProperty("logs"))));
        } catch (NoSuchFileException | RuntimeException e) {
            return Optional.empty(); // it has just ended, or its disk was full
        }
    }

    /// A process id is used again after a while: the process must have begun before it wrote this.
    private boolean lives() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive)
                .filter(process -> process.info().startInstant().map(begin -> !begin.isAfter(started.plusSeconds(1))).orElse(true))
                .isPresent();
    }
}
