package dev.troupe.task;

/// Which listeners receive an event.
public enum Scope {
    /// Listeners of this process and of every linked one. The default.
    EVERYONE,

    /// Only listeners of this process.
    ONLY_LOCAL,

    /// Only listeners of the other processes.
    ONLY_REMOTE
}
