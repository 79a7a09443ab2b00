package dev.troupe.link;

/// Where a session stands at this side. [SessionChange] has the table of what leads from one to another.
enum SessionState {
    /// It was just made.
    NEW,
    /// A connection is claimed for it, and the last words of the handshake are under way.
    OPENING,
    /// A connection carries it.
    LINKED,
    /// It has no connection, and the peer has its grace to come back.
    CUT,
    /// It has ended.
    OVER
}
