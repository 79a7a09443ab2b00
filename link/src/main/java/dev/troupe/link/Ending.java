package dev.troupe.link;

/// Why a session has ended.
public enum Ending {
    /// The peer closed it normally.
    GOODBYE,
    /// This side closed it.
    CLOSED,
    /// The launcher of the peer's process reported that it has ended.
    PROCESS_ENDED,
    /// Another process appeared with the peer's node id, or the same process began another session.
    REPLACED,
    /// The peer no longer knows the session.
    GIVEN_UP,
    /// The peer was disconnected for longer than the grace period.
    OUT_OF_REACH
}
