package dev.troupe.messages;

/// Receives messages of one family. Called on the threads that read links: must not block.
public interface Receiver<M extends Message> {
    void receive(Peer from, M message);
}
