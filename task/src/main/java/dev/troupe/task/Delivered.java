package dev.troupe.task;

/// What waits in a router's inbox for the listener thread.
sealed interface Delivered {
    /// An event emitted in this process: the very objects, not copies.
    record Local(String event, Object[] arguments) implements Delivered {}

    /// An event of a peer, still encoded: decoding is left to the listener thread, links have other things to do.
    record Remote(Peer from, byte[] message) implements Delivered {}

    /// The newest value of an event delivered with [Delivery#LATEST].
    record Newest(Latest slot) implements Delivered {}

    /// What the router tells of a peer. Kept for a listener that is still to be registered, but nothing waits behind it.
    record News(String event, Object[] arguments) implements Delivered {}

    /// Nothing by itself; runs on the listener thread when all before it is done.
    record Mark(Runnable then) implements Delivered {}
}
