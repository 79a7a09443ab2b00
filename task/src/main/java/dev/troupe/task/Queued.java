package dev.troupe.task;

import java.util.Optional;
import java.util.Set;

/// What waits in a router's inbox for the listener thread.
sealed interface Queued {
    /// An event emitted in this process: the very objects, not copies.
    record Local(String event, Object[] arguments) implements Queued {}

    /// An event of a peer, still encoded: decoding is left to the listener thread, links have other things to do.
    record Remote(Sender from, byte[] message) implements Queued {}

    /// The newest value of an event delivered with [Delivery#LATEST].
    record Newest(Latest slot) implements Queued {}

    /// What the router tells of a peer. Nothing of anybody else waits behind it.
    ///
    /// @param reason the second argument of the event, if it has one
    /// @param kept whether it is kept for a listener that is still to be registered
    record News(String event, int node, Optional<String> reason, boolean kept) implements Queued {
        private static final Set<String> EVENTS = Set.of(Router.PEER_LOST, Router.PEER_LEFT, Router.PEER_JOINED);

        /// Whether only routers tell of such an event: no program emits it, and no peer can send it.
        static boolean tells(String event) {
            return event.startsWith("peer ") && EVENTS.contains(event); // the first is cheap, and every event is asked
        }

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
    record Mark(Runnable then) implements Queued {}
}
