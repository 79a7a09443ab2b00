package dev.troupe.head;

/// Why a worker could not be started.
public enum StartFailure {
    /// A retry is useless, because its settings are wrong.
    SETTINGS,
    /// A resource that it needs was not available this time, such as a jar on another machine.
    SETUP,
    /// Its process could not be created, or ended before it was ready for work, e.g. because it was killed.
    DEATH;

    /// Whether the environment that the work requested is the cause, rather than something that happened to a process.
    boolean ofEnvironment() {
        return this != DEATH;
    }
}
