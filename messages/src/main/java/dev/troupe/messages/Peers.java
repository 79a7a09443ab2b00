package dev.troupe.messages;

/// Finds the other processes.
public interface Peers {
    /// The process with that number; null if it has ended or cannot be reached.
    Peer of(int process);

    /// Sends a message; returns false if the process has ended or cannot be reached.
    default boolean send(int process, Message message) {
        Peer peer = of(process);
        if (peer != null) {
            peer.send(message);
        }
        return peer != null;
    }
}
