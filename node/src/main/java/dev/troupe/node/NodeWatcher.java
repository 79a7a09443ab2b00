package dev.troupe.node;

import dev.troupe.head.ProcessKey;
import dev.troupe.head.StartFailure;

/// Who is told of worker processes. Each start ends in exactly one of [#failed] and [#ended]. Called on a thread of that worker: what is
/// slow delays no other.
public interface NodeWatcher {
    /// The process is there; its main may not have begun.
    void started(ProcessKey process, long pid);

    /// It never came as far as its main: the jars could not be had, the JVM refused to start, or it was killed.
    ///
    /// @param why a sentence
    void failed(ProcessKey process, String why, StartFailure cause);

    /// It was there and is gone.
    void ended(ProcessKey process, HowItEnded how);
}
