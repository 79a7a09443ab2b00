package dev.troupe.node;

import dev.troupe.process.ClassPath;
import java.io.IOException;

/// The class path of a worker.
public interface WorkerCode {
    /// May have to fetch it first; called on the thread that starts the worker.
    ///
    /// @throws IOException with a message for the user
    ClassPath path() throws IOException, InterruptedException;
}
