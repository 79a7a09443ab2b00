package dev.troupe.task;

/// A worker process failed; of several, the one that failed first.
public final class WorkerFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int nodeId;
    private final int exitCode;
    private final String how;

    WorkerFailedException(int nodeId, int exitCode, String how) {
        super("worker " + nodeId + " " + how);
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
