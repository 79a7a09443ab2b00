package dev.troupe.messages;

/// How a process reaches the others.
public interface Peers {
    /// The process of that number; null when it is gone or cannot be reached.
    Peer of(int process);

    /// Sends a message; false when the process is gone or cannot be reached.
    default boolean send(int process, Message message) {
        Peer peer = of(process);
        if (peer != null) {
            peer.send(message);
        }
        return peer != null;
    }
}
