package dev.troupe.task;

/// What went through a router since its process started.
///
/// @param sent events sent to peers, counted once a peer
/// @param received events of peers that were delivered to a listener
/// @param dropped values replaced by a newer one under [Delivery#LATEST]
/// @param lost events that were on their way to a peer when that process ended
public record RouterStats(long sent, long received, long dropped, long lost) {}
