package dev.troupe.task;

/// Counters of a router since its process started.
///
/// @param sent events sent to peers, counted once for each peer
/// @param received events from peers that were delivered to a listener
/// @param dropped values replaced by a newer one under [Delivery#LATEST]
/// @param lost events that were in transit to a peer when it was lost: at most this many did not arrive, as the log says
public record RouterStats(long sent, long received, long dropped, long lost) {}
