package dev.troupe.cluster;

import dev.troupe.store.Place;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// The node's store as one process reaches it: directly, or through requests to the process that contains it.
public interface StoreService {
    /// The file that contains its memory.
    Path file();

    /// Reserves space for an object, until it is sealed or this process dies.
    Place allocate(long bytes) throws IOException;

    MemorySegment writable(Place place);

    /// The object is complete and belongs to that process, which [takes][#take] it unless it is this one.
    void seal(long id, int owner);

    /// This process has learned of an object that another process wrote for it, and owns it from now on.
    void take(long id);

    /// This process has learned that another one is dead, and accepts nothing from it any more.
    ///
    /// @param node where it was
    void renounce(int process, int node);

    /// Discards an object that was not sealed.
    void discard(long id);

    /// Pins an object for a while.
    ///
    /// @param bytes its size
    /// @return its place in this node's store, under its number there
    Place pin(long id, long bytes) throws IOException;

    MemorySegment readable(Place place);

    /// Gives a pinned place back.
    ///
    /// @param id of the place
    void unpin(long id);

    void delete(long id);
}
