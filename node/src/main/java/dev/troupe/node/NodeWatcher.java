package dev.troupe.node;

import dev.troupe.head.ProcessKey;
import dev.troupe.head.StartFailure;

/// Is notified about worker processes. Each start leads to exactly one call of [#failed] or [#ended]. The methods are called on a thread of that worker, so a
/// slow call delays no other worker.
public interface NodeWatcher {
    /// The process exists; its main may not have begun.
    void started(ProcessKey process, long pid);

    /// The worker did not reach its main: its jars could not be fetched, or the JVM did not start.
    ///
    /// @param why a message
    void failed(ProcessKey process, String why, StartFailure cause);

    /// The worker has ended.
    void ended(ProcessKey process, HowItEnded how);
}
