package dev.troupe.runtime;

import dev.troupe.store.Place;
import dev.troupe.store.Primitive;
import dev.troupe.store.StoreView;
import dev.troupe.values.Values;
import io.ray.api.exception.RayException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Function;

/// Large values in the node's store: arrays of primitives as they are, everything else encoded.
final class Shelf {
    /// The bytes of an object are not in the store, or not readable there.
    static final class LostException extends RayException {
        private static final long serialVersionUID = 1;

        final long id;

        LostException(long id, String why, Throwable cause) {
            super(why, cause);
            this.id = id;
        }
    }

    private final Space space;
    private final Reaper reaper;

    Shelf(Space space, Reaper reaper) {
        this.space = space;
        this.reaper = reaper;
    }

    Space space() {
        return space;
    }

    static boolean isLargeArray(Object value) {
        return value != null && value.getClass().isArray()
                && Primitive.of(value).filter(type -> type.bytes(value) > Codec.SMALL).isPresent();
    }

    /// Stores a large array, to be sealed or discarded.
    StoredObject put(Object array) {
        Primitive type = Primitive.of(array).orElseThrow();
        return store(type.bytes(array), type, segment -> type.copyIn(array, segment));
    }

    /// Stores an encoded value, to be sealed or discarded.
    StoredObject put(byte[] array, int from, int to) {
        return store(to - from, null, segment -> MemorySegment.copy(MemorySegment.ofArray(array), from, segment, 0, to - from));
    }

    private StoredObject store(long bytes, Primitive array, Consumer<MemorySegment> fill) {
        try {
            Place place = space.allocate(bytes);
            boolean filled = false;
            try {
                fill.accept(space.writable(place));
                filled = true;
            } finally {
                if (!filled) {
                    space.discard(place.id());
                }
            }
            return new StoredObject(place.id(), bytes, array);
        } catch (IOException e) {
            throw new RayException(e.getMessage(), e);
        }
    }

    /// It is complete, and meant for that process.
    void seal(StoredObject object, int owner) {
        space.seal(object.id(), owner);
    }

    /// Another wrote it for this process, which owns it from now on.
    void take(StoredObject object) {
        space.take(object.id());
    }

    /// Nobody wants what was not sealed.
    void discard(StoredObject object) {
        space.discard(object.id());
    }

    /// Nobody wants what this process owns.
    void delete(StoredObject object) {
        space.delete(object.id());
    }

    /// This process owns it: it is deleted when `holder` is collected.
    void own(StoredObject object, Object holder) {
        long id = object.id();
        Space from = space;
        reaper.register(holder, () -> from.delete(id));
    }

    /// A copy of the value.
    Object read(StoredObject object, Values values) {
        return pinned(object, segment -> copyOf(segment, object.array(), values));
    }

    /// The memory itself, mapped once more: it stays where it is as long as somebody holds the segment or a slice of it.
    ///
    /// @param holder keeps the object meanwhile
    MemorySegment segment(StoredObject object, Object holder) {
        Place place = pin(object);
        try {
            MemorySegment memory = StoreView.mapped(space.file(), place);
            reaper.register(memory.scope(), new Pin(space, object.id(), holder));
            return memory;
        } catch (IOException e) {
            space.unpin(object.id());
            throw unreadable(object, e);
        }
    }

    /// Lets go of an object that was kept in its place.
    private record Pin(Space space, long id, Object holder) implements Runnable {
        @Override
        public void run() {
            space.unpin(id);
        }
    }

    private Place pin(StoredObject object) {
        try {
            return space.pin(object.id());
        } catch (IOException | NoSuchElementException e) {
            throw unreadable(object, e);
        }
    }

    private static LostException unreadable(StoredObject object, Exception e) {
        return new LostException(object.id(), "its " + object.bytes() + " bytes cannot be read: " + e.getMessage(), e);
    }

    private Object pinned(StoredObject object, Function<MemorySegment, Object> reading) {
        Place place = pin(object);
        try {
            return reading.apply(space.readable(place).asSlice(0, object.bytes()));
        } finally {
            space.unpin(object.id());
        }
    }

    private static Object copyOf(MemorySegment segment, Primitive array, Values values) {
        return array == null ? values.decode(segment.toArray(ValueLayout.JAVA_BYTE)) : array.copyOut(segment);
    }
}
