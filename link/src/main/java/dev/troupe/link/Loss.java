package dev.troupe.link;

/// How a session ended.
///
/// @param ending why
/// @param reason a message for the user
/// @param messagesLost the messages of this side that the peer had not acknowledged, including those whose senders still waited for room
public record Loss(Ending ending, String reason, long messagesLost) {
    /// Whether one of the two sides closed the session normally.
    public boolean goodbye() {
        return ending == Ending.GOODBYE || (ending == Ending.CLOSED && messagesLost == 0);
    }
}
