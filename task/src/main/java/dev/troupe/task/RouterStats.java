package dev.troupe.task;

/// What went through a router since its process started.
///
/// @param sent events sent to peers, counted once a peer
/// @param received events of peers that were delivered to a listener
/// @param dropped values replaced by a newer one under [Delivery#LATEST]
/// @param lost events that were on their way to a peer when that was lost: as many as the log says, and at most so many did not arrive
public record RouterStats(long sent, long received, long dropped, long lost) {}
