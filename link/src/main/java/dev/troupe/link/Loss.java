package dev.troupe.link;

/// How a session ended.
///
/// @param reason in words for a user
/// @param messagesLost messages of ours that the peer had not acknowledged
/// @param goodbye whether one of the two sides closed in good order
public record Loss(String reason, long messagesLost, boolean goodbye) {}
