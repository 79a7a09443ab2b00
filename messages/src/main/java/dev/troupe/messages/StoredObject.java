package dev.troupe.messages;

import dev.troupe.store.Primitive;

/// A large value in the node's store.
///
/// @param array the type of the array that the bytes are; null for an encoded value
public record StoredObject(long id, long bytes, Primitive array) {}
