package dev.troupe.node;

import dev.troupe.store.Place;
import java.io.IOException;

/// Pins objects in the store of this node, and brings copies of those that are in others.
public interface ObjectCopies {
    /// The place of an object in the store of this node, pinned for a process.
    ///
    /// @param bytes its size
    /// @throws IOException if its bytes cannot be had
    Place pin(long id, long bytes, int process) throws IOException;

    /// A node is gone, and its objects with it.
    default void forget(int node) {}

    /// The store fills up: copies that nobody reads can go. Must not block.
    default void shed() {}
}
