package dev.troupe.node;

import dev.troupe.process.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The settings of a node. [#of] creates them, the other methods change them.
public final class NodeSettings {
    final String main;
    final long storeCapacity;
    long firstObject = 1;
    Optional<Path> storeDirectory = Optional.empty();
    Optional<Path> sessionParent = Optional.empty();
    Optional<Path> session = Optional.empty();
    Optional<WarmStart.Training> training = Optional.empty();
    Optional<Path> logDirectory = Optional.empty();
    LogFile.Limits logLimits = LogFile.Limits.USUAL;
    Console console = new Console(System.out, System.err);

    private NodeSettings(String main, long storeCapacity) {
        this.main = main;
        this.storeCapacity = storeCapacity;
    }

    /// Settings with all defaults; the output of workers goes to the standard streams of this process.
    ///
    /// @param main the name of the workers' main class, which begins with [WorkerLife#begin]
    /// @param storeCapacity of the object store, in bytes
    public static NodeSettings of(String main, long storeCapacity) {
        return new NodeSettings(main, storeCapacity);
    }

    /// The number that the first object of the store gets; by default 1.
    public NodeSettings numberingFrom(long object) {
        firstObject = object;
        return this;
    }

    /// The parent of the session directory; by default the temporary directory.
    public NodeSettings in(Path parent) {
        sessionParent = Optional.of(parent);
        return this;
    }

    /// The session directory itself, which is created inside a directory that only the user can enter. It also contains the store's memory, so removing it
    /// removes everything.
    public NodeSettings inside(Path directory) {
        session = Optional.of(directory);
        storeDirectory = Optional.of(directory);
        return this;
    }

    /// The parent directory of the store's memory, which is in the user's private directory there; by default `/dev/shm`, or the session directory if `/dev/shm` has too
    /// little space.
    public NodeSettings storingIn(Path directory) {
        storeDirectory = Optional.of(directory);
        return this;
    }

    /// Where the output of workers goes, besides their logs.
    public NodeSettings showingOn(Console elsewhere) {
        console = elsewhere;
        return this;
    }

    /// Writes the logs of workers to a directory for this session below the given one, and keeps all of them. By default they are in the session
    /// directory, and only those of workers that crashed are kept.
    public NodeSettings loggingTo(Path directory) {
        logDirectory = Optional.of(directory);
        return this;
    }

    /// How much of each output stream of a worker is kept; by default one file of 8 MiB and one older file.
    ///
    /// @param bytes of one file
    /// @param backups older files of the same size
    public NodeSettings keeping(long bytes, int backups) {
        logLimits = new LogFile.Limits(bytes, backups);
        return this;
    }

    /// Workers start from an AOT cache. If it is missing, a node that runs long enough creates it in the background.
    ///
    /// @param library the jars that every worker's class path is made to begin with
    /// @param arguments with which the workers' main does what workers usually do, and ends with exit code 0; the path of a session for that
    ///        ([#inside]) follows them
    /// @param directory where caches are kept for all sessions, e.g. `~/.cache/troupe`
    public NodeSettings trainedBy(List<Path> library, List<String> arguments, Path directory) {
        training = Optional.of(new WarmStart.Training(library, arguments, directory));
        return this;
    }
}
