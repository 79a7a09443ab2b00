package dev.troupe.messages;

import dev.troupe.store.Primitive;

/// A large value in the store of a node.
///
/// @param id names the node, too
/// @param array the type of the array that the bytes are; null for an encoded value
public record StoredObject(long id, long bytes, Primitive array) {
    private static final int NODE_SHIFT = 40;

    /// The id of the first object of a node's store.
    public static long firstOf(int node) {
        return ((long) node << NODE_SHIFT) + 1;
    }

    /// The number of the node on which an object was created.
    public static int node(long id) {
        return (int) (id >>> NODE_SHIFT);
    }
}
