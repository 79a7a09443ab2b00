package dev.troupe.transfer;

import dev.troupe.link.ByteStream;
import dev.troupe.store.ObjectStore;
import dev.troupe.store.Place;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;

/// The bytes of an object in its place in the store, in memory or in its spill file. Both are files, so the kernel can send them without a copy.
final class StoredBytes implements Holding.Bytes {
    private final ObjectStore store;
    private final int process;
    private final Place place;
    private final MemorySegment segment;
    private final FileChannel memory;
    private final FileChannel spilled;
    private volatile boolean sealed;

    /// @param process in whose name the object was pinned, or allocated
    /// @param memory of the store, open for reading
    /// @param sealed whether the object is pinned; otherwise it is being written
    StoredBytes(ObjectStore store, int process, Place place, FileChannel memory, boolean sealed) throws IOException {
        this.store = store;
        this.process = process;
        this.place = place;
        this.memory = memory;
        this.sealed = sealed;
        this.segment = store.segment(place);
        this.spilled = place.inMemory() ? null : FileChannel.open(place.diskFile().orElseThrow());
    }

    @Override
    public long size() {
        return place.bytes();
    }

    @Override
    public MemorySegment segment() {
        return segment;
    }

    @Override
    public void send(ByteStream to, long from, long count) throws IOException {
        to.transferFrom(spilled == null ? memory : spilled, place.offset() + from, count);
    }

    /// All bytes are written: others may read the object, and it stays pinned in its place.
    void seal() {
        store.sealPinned(place.id(), process);
        sealed = true;
    }

    @Override
    public void release() {
        if (sealed) {
            store.unpin(place.id(), process);
        } else {
            store.discard(place.id());
        }
        try {
            if (spilled != null) {
                spilled.close();
            }
        } catch (IOException e) {
            // it was only read
        }
    }
}
