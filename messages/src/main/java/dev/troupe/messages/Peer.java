package dev.troupe.messages;

/// A process as another one communicates with it: this process itself, or one behind a link.
public interface Peer {
    /// Its number in the cluster.
    int process();

    /// Sends a message; never blocks. Messages keep their order.
    void send(Message message);

    /// Whether too much is queued for it; [LinkedPeers.Watcher#room] reports when that ends.
    boolean congested();
}
