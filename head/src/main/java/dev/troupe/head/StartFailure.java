package dev.troupe.head;

/// Why a worker never came as far as its work.
public enum StartFailure {
    /// What it is to be started with cannot be: trying again is useless.
    SETTINGS,
    /// Something that it needs could not be had this time, such as a jar from a server.
    ENVIRONMENT,
    /// Its process could not be started, or was killed before it began. That says nothing about what it was started with.
    PROCESS
}
