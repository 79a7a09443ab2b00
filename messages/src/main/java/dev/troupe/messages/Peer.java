package dev.troupe.messages;

/// A process, as another one talks to it: this one itself, or one behind a link.
public interface Peer {
    /// Its number in the cluster.
    int process();

    /// Hands a message over; never blocks. In order.
    void send(Message message);

    /// Whether more is queued for it than there should be; [LinkedPeers.Watcher#room] tells when that is over.
    boolean congested();
}
