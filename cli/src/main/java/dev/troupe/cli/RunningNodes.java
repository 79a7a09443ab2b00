package dev.troupe.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/// The nodes that this user has running in the background on this machine. Each has a file that says so.
final class RunningNodes {
    private final Path directory;

    RunningNodes(Path directory) {
        this.directory = directory;
    }

    /// Those of the user of this process: in `TROUPE_STATE`, or in `~/.troupe/nodes`.
    static RunningNodes ofThisUser() {
        String given = System.getenv("TROUPE_STATE");
        return new RunningNodes(given != null && !given.isBlank() ? Path.of(given).toAbsolutePath() : userDirectory().resolve("nodes"));
    }

    /// `~/.troupe`.
    static Path userDirectory() {
        String home = System.getenv("HOME");
        return Path.of(home == null || home.isBlank() ? System.getProperty("user.home") : home).resolve(".troupe");
    }

    /// One of them.
    ///
    /// @param head whether it has the head
    /// @param address of the head, `HOST:PORT`
    record Running(ProcessHandle process, boolean head, String address, String ip, Path tokenFile, Path logs) {}

    Path directory() {
        return directory;
    }

    /// The node of a process, once it is ready.
    Optional<Running> of(long pid) throws IOException {
        return read(directory.resolve(pid + ".node"));
    }

    /// Those that live; the head comes last.
    List<Running> all() throws IOException {
        List<Running> all = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.node")) {
                for (Path file : files) {
                    read(file).ifPresent(all::add);
                }
            }
        }
        all.sort(Comparator.comparing(Running::head).thenComparingLong(node -> node.process().pid()));
        return all;
    }

    private static Optional<Running> read(Path file) throws IOException {
        Properties said = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            said.load(in);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        try {
            Instant started = Instant.parse(said.getProperty("started"));
            return ProcessHandle.of(Long.parseLong(said.getProperty("pid"))).filter(ProcessHandle::isAlive)
                    .filter(process -> beganBefore(process, started))
                    .map(process -> new Running(process, Boolean.parseBoolean(said.getProperty("head")), said.getProperty("address"),
                            said.getProperty("ip"), Path.of(said.getProperty("token")), Path.of(said.getProperty("logs"))));
        } catch (RuntimeException e) {
            return Optional.empty(); // the file is damaged
        }
    }

    /// A process id is used again after a while: then the process is another one.
    private static boolean beganBefore(ProcessHandle process, Instant started) {
        return process.info().startInstant().map(begin -> !begin.isAfter(started.plusSeconds(1))).orElse(true);
    }
}
