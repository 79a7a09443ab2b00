package dev.troupe.task;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A linked process as the listener thread sees it: the sender of events. Only the module `parallel` extends it.
public abstract class Sender {
    private final Map<String, Queued.Newest> newest = new ConcurrentHashMap<>();

    protected Sender() {}

    /// The number of that process among its peers.
    public abstract int nodeId();

    /// An event from it is about to be delivered to its listeners.
    protected abstract void received(String event, int bytes);

    /// A message was consumed: the peer may send that much again.
    protected abstract void release(byte[] message);

    /// A newest value was consumed or replaced: the peer may send that much again.
    protected abstract void releaseLatest(byte[] message);

    /// The slot that keeps the newest value of an event from this peer.
    final Queued.Newest slot(String event) {
        return newest.computeIfAbsent(event, e -> new Queued.Newest(this, e));
    }
}
