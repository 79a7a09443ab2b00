package dev.troupe.node;

import dev.troupe.process.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a node is opened with. Made by [#of] and changed by the other methods.
public final class NodeSettings {
    final String main;
    final long storeCapacity;
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

    /// A node with everything in its usual place, whose workers' lines go to the standard streams of this process.
    ///
    /// @param main the name of the workers' main class, which begins with [WorkerLife#begin]
    /// @param storeCapacity of the object store, in bytes
    public static NodeSettings of(String main, long storeCapacity) {
        return new NodeSettings(main, storeCapacity);
    }

    /// Where the session directory is made; by default the temporary directory.
    public NodeSettings in(Path parent) {
        sessionParent = Optional.of(parent);
        return this;
    }

    /// The session directory itself, which is made, inside one that only the user can enter. The store's memory is in it, too: whoever removes
    /// it removes everything.
    public NodeSettings inside(Path directory) {
        session = Optional.of(directory);
        storeDirectory = Optional.of(directory);
        return this;
    }

    /// Where the store's memory is, in a directory of the user's own; by default `/dev/shm`, or the session directory when that has not enough
    /// room.
    public NodeSettings storingIn(Path directory) {
        storeDirectory = Optional.of(directory);
        return this;
    }

    /// Where the workers' lines go, besides their logs.
    public NodeSettings showingOn(Console elsewhere) {
        console = elsewhere;
        return this;
    }

    /// Where the workers' lines are written, in a directory of the session's own: all of them stay there. By default they are in the session
    /// directory, and only those of workers that died badly stay.
    public NodeSettings loggingTo(Path directory) {
        logDirectory = Optional.of(directory);
        return this;
    }

    /// How much of each stream of a worker is kept; by default 8 MiB and what was 8 MiB before.
    ///
    /// @param bytes of one file
    /// @param backups older files of the same size
    public NodeSettings keeping(long bytes, int backups) {
        logLimits = new LogFile.Limits(bytes, backups);
        return this;
    }

    /// Workers start from an AOT cache. A node that stays for a while makes it in the background when it is missing.
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
