package dev.troupe.task;

import java.util.concurrent.atomic.AtomicReference;

/// The slot of one event delivered with [Delivery#LATEST]: holds at most one value, the newest.
///
/// @param from the peer that sends it, null for this process
/// @param event its name
/// @param newest the value that waits, null if the last one was taken
record Latest(Sender from, String event, AtomicReference<Object> newest) {
    Latest(Sender from, String event) {
        this(from, event, new AtomicReference<>());
    }

    /// Stores a newer value and returns the one it replaces; null means that the slot was empty and must be queued.
    Object replace(Object value) {
        return newest.getAndSet(value);
    }

    Object take() {
        return newest.getAndSet(null);
    }
}
