package dev.troupe.runtime;

/// A large value in the node's store.
///
/// @param kind what its bytes are: see [Shelf]
record StoredObject(long id, long bytes, byte kind) {}
