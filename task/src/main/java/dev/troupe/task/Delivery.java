package dev.troupe.task;

/// What happens to an event if a peer is slower than the sender.
public enum Delivery {
    /// Nothing is dropped: `emit` blocks until the peer has room. The default.
    BLOCK,

    /// Only the newest value of the event matters: an older one that has not been delivered yet is replaced, and counted
    /// as dropped. `emit` never blocks. For model broadcasts and progress figures. These values keep their order among
    /// themselves, but not relative to other events.
    LATEST
}
