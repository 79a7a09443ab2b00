package dev.troupe.cluster;

import dev.troupe.store.Place;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// The node's store as one process reaches it: directly, or by asking the process that holds it.
public interface StoreService {
    /// The file whose memory it is.
    Path file();

    /// Room for an object, until it is sealed or this process dies.
    Place allocate(long bytes) throws IOException;

    MemorySegment writable(Place place);

    /// It is complete and meant for that process, which [takes][#take] it unless it is this one.
    void seal(long id, int owner);

    /// This process has heard of an object that another wrote for it, and owns it from now on.
    void take(long id);

    /// This process has heard that another is dead, and takes nothing of it any more.
    void renounce(int process);

    /// Gives up what was not sealed.
    void discard(long id);

    /// Makes it stay where it is for a while.
    Place pin(long id) throws IOException;

    MemorySegment readable(Place place);

    void unpin(long id);

    void delete(long id);
}
