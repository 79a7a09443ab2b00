package dev.troupe.task;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A linked process as the listener thread sees it: what its events came from. Only the module `parallel` extends it.
public abstract class Sender {
    private final Map<String, Latest> newest = new ConcurrentHashMap<>();

    protected Sender() {}

    /// The number of that process among its peers.
    public abstract int nodeId();

    /// An event of it is about to be delivered to its listeners.
    protected abstract void received(String event, int bytes);

    /// A message was consumed: the peer may send as much again.
    protected abstract void release(byte[] message);

    /// A newest value was consumed or replaced: the peer may send as much again.
    protected abstract void releaseLatest(byte[] message);

    /// The slot that keeps the newest value this peer sent of an event.
    final Latest slot(String event) {
        return newest.computeIfAbsent(event, e -> new Latest(this, e));
    }
}
