package dev.troupe.link;

/// How a session ended.
///
/// @param ending why
/// @param reason the same in words for a user
/// @param messagesLost messages of ours that the peer had not acknowledged, those included whose senders still waited for room
public record Loss(Ending ending, String reason, long messagesLost) {
    /// Whether one of the two sides closed in good order.
    public boolean goodbye() {
        return ending == Ending.GOODBYE || (ending == Ending.CLOSED && messagesLost == 0);
    }
}
