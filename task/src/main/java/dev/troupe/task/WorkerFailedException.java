package dev.troupe.task;

import java.util.Optional;

/// A worker process failed; of several, this is the one that failed first. The cause is the exception that the worker's main threw, if it did; if
/// this process does not have its class, an exception with the same text and the same stack trace.
public final class WorkerFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int nodeId;
    private final int exitCode;
    private final String how;

    public WorkerFailedException(int nodeId, int exitCode, String how, Optional<Throwable> cause) {
        super("worker " + nodeId + " " + how, cause.orElse(null));
        this.nodeId = nodeId;
        this.exitCode = exitCode;
        this.how = how;
    }

    /// The node id of the worker.
    public int nodeId() {
        return nodeId;
    }

    /// Its exit code, never 0; 128 + n if signal n ended it; 1 if it ended before its messages were delivered.
    public int exitCode() {
        return exitCode;
    }

    /// How it ended, e.g. `exited with code 3` or `was killed by signal 9 (SIGKILL)`.
    public String how() {
        return how;
    }
}
