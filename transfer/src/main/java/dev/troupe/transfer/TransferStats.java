package dev.troupe.transfer;

/// What a node has transferred, and what it remembers.
///
/// @param sent bytes of chunks
/// @param received bytes of objects that were pulled completely
/// @param copies of other nodes' objects in the store of this node
/// @param tracked originals of this node that other nodes pulled
public record TransferStats(long sent, long received, int copies, int tracked) {}
