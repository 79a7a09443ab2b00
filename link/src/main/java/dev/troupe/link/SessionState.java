package dev.troupe.link;

/// The state of a session on this side. [SessionChange] has the table of changes.
enum SessionState {
    /// It was just created.
    NEW,
    /// A connection is claimed for it, and the last frames of the handshake are in transit.
    OPENING,
    /// A connection carries it.
    LINKED,
    /// It has no connection, and the peer may reconnect within the grace period.
    CUT,
    /// It has ended.
    OVER
}
