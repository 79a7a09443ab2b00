package dev.troupe.task;

/// One registered listener.
public interface Subscription {
    /// Removes the listener. Does nothing if it was already removed.
    void off();
}
