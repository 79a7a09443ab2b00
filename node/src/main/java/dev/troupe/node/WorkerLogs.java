package dev.troupe.node;

import dev.troupe.process.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// All that one worker prints: a file for each of its streams, and the last lines of both.
final class WorkerLogs {
    private final LogFile out;
    private final LogFile err;
    private final Path crash;
    private final LogTail tail = new LogTail();
    private final Pace pace = new Pace(System::nanoTime);

    WorkerLogs(Path directory, int process, Path crash, LogFile.Limits limits) throws IOException {
        this.out = new LogFile(directory.resolve("worker-" + process + ".out"), limits);
        this.err = new LogFile(directory.resolve("worker-" + process + ".err"), limits);
        this.crash = crash;
    }

    Recorded out(Child process) {
        return new Recorded(process.output(), out, tail.stream(), pace);
    }

    Recorded err(Child process) {
        return new Recorded(process.errors(), err, tail.stream(), pace);
    }

    List<String> tail() {
        return tail.lines();
    }

    /// Those with something in them; the JVM's own report of a crash first.
    List<Path> files() {
        return Stream.concat(Stream.of(crash).filter(Files::exists),
                Stream.of(err, out).filter(log -> !log.isEmpty()).map(LogFile::path)).toList();
    }

    void close() {
        out.close();
        err.close();
    }

    void remove() {
        out.remove();
        err.remove();
        try {
            Files.deleteIfExists(crash);
        } catch (IOException e) {
            System.getLogger("dev.troupe.node").log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", crash, e.toString());
        }
    }
}
