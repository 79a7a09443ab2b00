package dev.troupe.messages;

/// Finds this process and the others.
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
