package dev.troupe.task;

import java.util.Optional;

/// What waits in a router's inbox for the listener thread.
sealed interface Delivered {
    /// An event emitted in this process: the very objects, not copies.
    record Local(String event, Object[] arguments) implements Delivered {}

    /// An event of a peer, still encoded: decoding is left to the listener thread, links have other things to do.
    record Remote(Peer from, byte[] message) implements Delivered {}

    /// The newest value of an event delivered with [Delivery#LATEST].
    record Newest(Latest slot) implements Delivered {}

    /// What the router tells of a peer. Nothing of anybody else waits behind it.
    ///
    /// @param reason the second argument of the event, if it has one
    /// @param kept whether it is kept for a listener that is still to be registered
    record News(String event, int node, Optional<String> reason, boolean kept) implements Delivered {
        static News joined(int node) {
            return new News(Router.PEER_JOINED, node, Optional.empty(), false);
        }

        static News lost(int node, String reason) {
            return new News(Router.PEER_LOST, node, Optional.of(reason), true);
        }

        static News left(int node) {
            return new News(Router.PEER_LEFT, node, Optional.empty(), true);
        }

        Object[] arguments() {
            return reason.isPresent() ? new Object[]{node, reason.get()} : new Object[]{node};
        }
    }

    /// Nothing by itself; runs on the listener thread when all before it is done.
    record Mark(Runnable then) implements Delivered {}
}
