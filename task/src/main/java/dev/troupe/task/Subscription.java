package dev.troupe.task;

/// One registered listener.
public interface Subscription {
    /// Removes the listener. Does nothing when it is gone already.
    void off();
}
