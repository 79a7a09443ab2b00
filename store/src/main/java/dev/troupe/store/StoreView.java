package dev.troupe.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/// The store of another process: the same memory, mapped once as a whole. The owner tells this process where objects are ([Place]).
///
/// ```java
/// try (StoreView view = StoreView.map(file)) {
///     MemorySegment bytes = view.segment(place);     // no copy
/// }
/// ```
///
/// Thread-safe. Segments throw when they are touched after `close`. Before that, a pin guarantees that the object of a segment stays in its place.
public final class StoreView implements AutoCloseable {
    private final Path file;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    private StoreView(Path file) throws IOException {
        this.file = file;
        this.memory = Mapping.map(file, true, 0, Files.size(file), arena);
    }

    /// Maps the file of a store ([ObjectStore#file]).
    public static StoreView map(Path file) throws IOException {
        return new StoreView(file);
    }

    /// The mapped file.
    public Path file() {
        return file;
    }

    /// The bytes of a sealed object that this process has pinned; read-only.
    public MemorySegment segment(Place place) {
        return place.inMemory() ? segment(place.offset(), place.bytes()) : onDisk(place, false);
    }

    /// The bytes of an object that this process allocated and will seal.
    public MemorySegment writable(Place place) {
        return place.inMemory() ? memory.asSlice(place.offset(), place.bytes()) : onDisk(place, true);
    }

    /// A piece of the memory; read-only.
    public MemorySegment segment(long offset, long bytes) {
        return memory.asSlice(offset, bytes).asReadOnly();
    }

    @Override
    public void close() {
        Mapping.close(arena);
    }

    /// The bytes of a pinned object, mapped separately: they stay mapped as long as the segment is reachable, even after the view is
    /// closed. Read-only. Interrupts do no harm.
    ///
    /// @param file that of the store
    public static MemorySegment mapped(Path file, Place place) throws IOException {
        return Mapping.map(place.diskFile().orElse(file), false, place.offset(), place.bytes(), Arena.ofAuto());
    }

    /// Stays mapped as long as the segment is reachable.
    static MemorySegment onDisk(Place place, boolean writable) {
        Path path = place.diskFile().orElseThrow();
        try {
            return Mapping.map(path, writable, place.offset(), place.bytes(), Arena.ofAuto());
        } catch (IOException e) {
            throw new UncheckedIOException("object " + place.id() + " cannot be mapped from its spill file " + path, e);
        }
    }
}
