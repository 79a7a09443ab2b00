package dev.troupe.task;

import java.util.Set;

/// This process's place among its peers.
public interface Router {
    /// The router of the worker process, or a lone one (node 0, no peers) when nobody started this process as a worker.
    static Router current() {
        return LoneRouter.INSTANCE;
    }

    /// The number that tells this process from its peers.
    int nodeId();

    /// Whether this process was started as one of several, by `Parallel` or `ditask`.
    boolean distributed();

    /// The labels the user gave this process.
    Set<String> labels();

    /// The node ids of the processes linked to this one now.
    Set<Integer> peers();

    /// What went through since the start.
    RouterStats stats();
}
