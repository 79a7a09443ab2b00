package dev.troupe.node;

import dev.troupe.process.Console;
import java.nio.file.Path;
import java.util.Optional;

/// What a node is opened with.
///
/// @param main the name of the workers' main class, which begins with [WorkerLife#begin]
/// @param storeCapacity of the object store, in bytes
/// @param storeDirectory where the store's memory is; by default `/dev/shm`, or the session directory where there is none
/// @param spillDirectory where objects go that do not fit; by default the session directory
/// @param sessionParent where the session directory is made; by default the temporary directory
/// @param console where the workers' lines go, besides their logs
public record NodeSettings(String main, long storeCapacity, Optional<Path> storeDirectory, Optional<Path> spillDirectory,
        Optional<Path> sessionParent, Console console) {
    /// The usual places, and the standard streams of this process.
    public static NodeSettings of(String main, long storeCapacity) {
        return new NodeSettings(main, storeCapacity, Optional.empty(), Optional.empty(), Optional.empty(),
                new Console(System.out, System.err));
    }

    /// The same with sessions below that directory.
    public NodeSettings in(Path parent) {
        return new NodeSettings(main, storeCapacity, storeDirectory, spillDirectory, Optional.of(parent), console);
    }

    /// The same with the store's memory in that directory.
    public NodeSettings storingIn(Path directory) {
        return new NodeSettings(main, storeCapacity, Optional.of(directory), spillDirectory, sessionParent, console);
    }

    /// The same with what does not fit the store in that directory.
    public NodeSettings spillingTo(Path directory) {
        return new NodeSettings(main, storeCapacity, storeDirectory, Optional.of(directory), sessionParent, console);
    }

    /// The same with lines shown there.
    public NodeSettings showingOn(Console elsewhere) {
        return new NodeSettings(main, storeCapacity, storeDirectory, spillDirectory, sessionParent, elsewhere);
    }
}
