package dev.troupe.head;

/// With whom work shares its JVM.
public enum Isolation {
    /// The one worker of the job on that node.
    SHARED,
    /// A process of its own while it runs.
    PROCESS
}
