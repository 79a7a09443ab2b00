package dev.troupe.messages;

import dev.troupe.store.Primitive;

/// A large value in the node's store.
///
/// @param array what its bytes are as they lie there; null when they are an encoded value
public record StoredObject(long id, long bytes, Primitive array) {}
