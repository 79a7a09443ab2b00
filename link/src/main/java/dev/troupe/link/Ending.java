package dev.troupe.link;

/// Why a session is over.
public enum Ending {
    /// The peer closed in good order.
    GOODBYE,
    /// This side closed.
    CLOSED,
    /// Whoever started the peer's process says that it has ended.
    PROCESS_ENDED,
    /// Another process came under the peer's node id, or the same one began another session.
    REPLACED,
    /// The peer does not know the session any more.
    GIVEN_UP,
    /// The peer had no connection with us for longer than the grace.
    OUT_OF_REACH
}
