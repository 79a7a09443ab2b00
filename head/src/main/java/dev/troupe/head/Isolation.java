package dev.troupe.head;

/// Whether work shares its JVM with other work.
public enum Isolation {
    /// It shares the one worker of the job on that node.
    SHARED,
    /// It has a process of its own while it runs.
    PROCESS
}
