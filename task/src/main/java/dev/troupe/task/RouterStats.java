package dev.troupe.task;

/// Events between this process and its peers since the start.
///
/// @param sent events handed to links, one for each peer
/// @param received events that came from peers
/// @param dropped values replaced by a newer one before they were sent ([Delivery#LATEST])
/// @param lost events that could not be delivered because their peer was gone
public record RouterStats(long sent, long received, long dropped, long lost) {}
