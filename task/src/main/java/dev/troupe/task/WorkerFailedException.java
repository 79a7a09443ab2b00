package dev.troupe.task;

import java.util.Optional;

/// A worker process failed; of several, the one that failed first. Its cause is what the worker's main threw, if it threw; when this process
/// does not have the class, an exception with the same text and the same stack.
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

    /// Its exit code, never 0; 128 + n when signal n ended it; 1 when it ended before its messages were delivered.
    public int exitCode() {
        return exitCode;
    }

    /// How it ended, e.g. `exited with code 3` or `was killed by signal 9 (SIGKILL)`.
    public String how() {
        return how;
    }
}
