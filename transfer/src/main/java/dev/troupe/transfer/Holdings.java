package dev.troupe.transfer;

import dev.troupe.store.ObjectStore;
import dev.troupe.store.Place;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The objects that this node sends or pulls at the moment.
final class Holdings implements AutoCloseable {
    private final ObjectStore store;
    private final int process;
    private final int chunk;
    private final Random random;
    /// Open as long as this is: a file that is opened and closed again loses the lock of its owner.
    private final FileChannel memory;
    private final ConcurrentMap<ObjectName, Holding> all = new ConcurrentHashMap<>();

    Holdings(ObjectStore store, int process, int chunk, Random random) throws IOException {
        this.store = store;
        this.process = process;
        this.chunk = chunk;
        this.random = random;
        this.memory = FileChannel.open(store.file());
    }

    /// The object, of which the caller becomes a user; empty if this node does not have it.
    ///
    /// @param local its id in the store of this node, if it is there as a whole
    Optional<Holding> enter(ObjectName name, OptionalLong local) throws IOException {
        Holding there = all.get(name);
        if (there != null && there.enter()) {
            return Optional.of(there);
        }
        if (local.isEmpty()) {
            return Optional.empty();
        }
        Place place;
        try {
            place = store.pinWhereItIs(local.getAsLong(), process);
        } catch (NoSuchElementException gone) {
            return Optional.empty();
        }
        Holding mine = new Holding(pinned(place), chunk, true, random);
        Holding shared = all.compute(name, (_, other) -> other != null && other.enter() ? other : mine);
        if (shared != mine) {
            mine.leave();
        }
        return Optional.of(shared);
    }

    /// An object that the caller pulls, and whose chunks others may have as they arrive.
    record Begun(Holding holding, StoredBytes bytes, long local) {}

    Begun begin(ObjectName name, long size) throws IOException {
        Place place = store.allocate(size, process);
        StoredBytes bytes = begun(place);
        Holding holding = new Holding(bytes, chunk, false, random);
        all.put(name, holding);
        return new Begun(holding, bytes, place.id());
    }

    private StoredBytes pinned(Place place) throws IOException {
        try {
            return new StoredBytes(store, process, place, memory, true);
        } catch (IOException | RuntimeException e) {
            store.unpin(place.id(), process);
            throw e;
        }
    }

    private StoredBytes begun(Place place) throws IOException {
        try {
            return new StoredBytes(store, process, place, memory, false);
        } catch (IOException | RuntimeException e) {
            store.discard(place.id());
            throw e;
        }
    }

    /// Forgets those that nobody uses any more.
    void sweep(ObjectName name) {
        all.computeIfPresent(name, (_, holding) -> holding.used() ? holding : null);
    }

    @Override
    public void close() throws IOException {
        memory.close();
    }
}
