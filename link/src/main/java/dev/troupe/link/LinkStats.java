package dev.troupe.link;

/// Counters of one link since its session began.
///
/// @param messagesIn messages, requests and replies received
/// @param bytesIn their bytes, without framing
/// @param messagesOut messages, requests and replies accepted for sending
/// @param bytesOut their bytes, without framing
/// @param reconnects how often the session continued over another connection
/// @param queued bytes that wait to be written
/// @param unacknowledged bytes kept until the peer acknowledges them, including those queued
public record LinkStats(long messagesIn, long bytesIn, long messagesOut, long bytesOut, long reconnects, long queued,
        long unacknowledged) {}
