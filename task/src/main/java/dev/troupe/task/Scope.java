package dev.troupe.task;

/// Who hears an event.
public enum Scope {
    /// Listeners of this process and of every linked one. The default.
    EVERYONE,

    /// Listeners of this process alone.
    ONLY_LOCAL,

    /// Listeners of the other processes alone.
    ONLY_REMOTE
}
