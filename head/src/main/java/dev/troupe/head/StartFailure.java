package dev.troupe.head;

/// Why a worker could not be started.
public enum StartFailure {
    /// Trying again is useless: its settings are wrong.
    SETTINGS,
    /// What it needs could not be had this time, such as a jar of another machine.
    SETUP,
    /// Its process could not be made, or ended before it was ready for work, killed by somebody for example.
    DEATH;

    /// Whether what the work asked to have around it is to blame, rather than what happened to a process.
    boolean ofEnvironment() {
        return this != DEATH;
    }
}
