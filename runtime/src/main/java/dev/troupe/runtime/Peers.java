package dev.troupe.runtime;

/// How a process reaches the others.
interface Peers {
    /// The process of that number; null when it is gone or cannot be reached.
    Peer of(int process);
}
