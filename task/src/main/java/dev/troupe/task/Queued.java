package dev.troupe.task;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/// An entry of a router's inbox, for the listener thread.
sealed interface Queued {
    /// An event emitted in this process: the objects themselves, not copies.
    record Local(String event, Object[] arguments) implements Queued {}

    /// An event from a peer, still encoded: the listener thread decodes it, to keep the link's thread free.
    record Remote(Sender from, byte[] message) implements Queued {}

    /// The slot of one event delivered with [Delivery#LATEST]. It holds at most one value, the newest, and is queued while it holds one.
    ///
    /// @param from the peer that sends the event, null for this process
    /// @param value the value that waits, null if the last one was taken
    record Newest(Sender from, String event, AtomicReference<Object> value) implements Queued {
        Newest(Sender from, String event) {
            this(from, event, new AtomicReference<>());
        }

        /// Stores a newer value and returns the one it replaces; null means that the slot was empty and must be queued.
        Object replace(Object newer) {
            return value.getAndSet(newer);
        }

        Object take() {
            return value.getAndSet(null);
        }
    }

    /// An event of the router about a peer. Events of other peers do not wait behind it.
    ///
    /// @param reason the second argument of the event, if it has one
    /// @param kept whether it is kept for a listener that is not registered yet
    record News(String event, int node, Optional<String> reason, boolean kept) implements Queued {
        private static final Set<String> EVENTS = Set.of(Router.PEER_LOST, Router.PEER_LEFT, Router.PEER_JOINED);

        /// Whether only routers emit this event: no program can emit it, and no peer can send it.
        static boolean tells(String event) {
            return event.startsWith("peer ") && EVENTS.contains(event); // the first check is cheap, and every event is checked
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

    /// Has no content; runs on the listener thread when everything before it is done.
    record Mark(Runnable then) implements Queued {}
}
