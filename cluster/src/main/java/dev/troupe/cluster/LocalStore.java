package dev.troupe.cluster;

import dev.troupe.store.ObjectStore;
import dev.troupe.store.Place;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// The store in this process.
///
/// @param process the process that owns and pins objects
public record LocalStore(ObjectStore store, int process) implements StoreService {
    @Override
    public Path file() {
        return store.file();
    }

    @Override
    public Place allocate(long bytes) throws IOException {
        return store.allocate(bytes, process);
    }

    @Override
    public MemorySegment writable(Place place) {
        return store.segment(place);
    }

    @Override
    public void seal(long id, int owner) {
        store.seal(id, owner);
    }

    @Override
    public void take(long id) {
        store.take(id, process);
    }

    @Override
    public void renounce(int writer, int node) {
        store.renounce(process, writer);
    }

    @Override
    public void discard(long id) {
        store.discard(id);
    }

    @Override
    public Place pin(long id, long bytes) throws IOException {
        return store.pin(id, process);
    }

    @Override
    public MemorySegment readable(Place place) {
        return store.segment(place);
    }

    @Override
    public void unpin(long id) {
        store.unpin(id, process);
    }

    @Override
    public void delete(long id) {
        store.delete(id);
    }
}
