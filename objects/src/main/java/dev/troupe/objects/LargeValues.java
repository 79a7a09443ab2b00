package dev.troupe.objects;

import dev.troupe.cluster.StoreService;
import dev.troupe.messages.StoredObject;
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

/// Large values in the node's store: arrays of primitives unchanged, everything else encoded.
public final class LargeValues {
    /// The bytes of an object are missing in the store, or cannot be read.
    public static final class LostException extends RayException {
        private static final long serialVersionUID = 1;

        public final long id;

        LostException(long id, String why, Throwable cause) {
            super(why, cause);
            this.id = id;
        }
    }

    private final StoreService store;
    private final Reaper reaper;

    LargeValues(StoreService store, Reaper reaper) {
        this.store = store;
        this.reaper = reaper;
    }

    public StoreService store() {
        return store;
    }

    public static boolean isLargeArray(Object value) {
        return value != null && value.getClass().isArray()
                && Primitive.of(value).filter(type -> type.bytes(value) > ObjectCodec.SMALL).isPresent();
    }

    /// Stores a large array, which the caller then seals or discards.
    StoredObject put(Object array) {
        Primitive type = Primitive.of(array).orElseThrow();
        return put(type.bytes(array), type, segment -> type.copyIn(array, segment));
    }

    /// Stores an encoded value, which the caller then seals or discards.
    StoredObject put(byte[] array, int from, int to) {
        return put(to - from, null, segment -> MemorySegment.copy(MemorySegment.ofArray(array), from, segment, 0, to - from));
    }

    private StoredObject put(long bytes, Primitive array, Consumer<MemorySegment> fill) {
        try {
            Place place = store.allocate(bytes);
            boolean filled = false;
            try {
                fill.accept(store.writable(place));
                filled = true;
            } finally {
                if (!filled) {
                    store.discard(place.id());
                }
            }
            return new StoredObject(place.id(), bytes, array);
        } catch (IOException e) {
            throw new RayException(e.getMessage(), e);
        }
    }

    /// The object is complete and belongs to that process.
    void seal(StoredObject object, int owner) {
        store.seal(object.id(), owner);
    }

    /// Another process wrote it for this one, which owns it from now on.
    void take(StoredObject object) {
        store.take(object.id());
    }

    /// Discards an object that was not sealed.
    void discard(StoredObject object) {
        store.discard(object.id());
    }

    /// Deletes an object that this process owns and no longer needs.
    void delete(StoredObject object) {
        store.delete(object.id());
    }

    /// This process owns it: it is deleted when `holder` is garbage-collected.
    void own(StoredObject object, Object holder) {
        long id = object.id();
        StoreService from = store;
        reaper.register(holder, () -> from.delete(id));
    }

    /// A copy of the value.
    Object read(StoredObject object, Values values) {
        return pinned(object, segment -> copyOf(segment, object.array(), values));
    }

    /// The memory itself, mapped once more: it stays in place as long as the segment or a slice of it is reachable.
    ///
    /// @param holder keeps the object in the meantime
    MemorySegment segment(StoredObject object, Object holder) {
        Place place = pin(object);
        try {
            MemorySegment memory = StoreView.mapped(store.file(), place);
            reaper.register(memory.scope(), new Pin(store, place.id(), holder));
            return memory;
        } catch (IOException e) {
            store.unpin(place.id());
            throw unreadable(object, e);
        }
    }

    /// Unpins an object.
    private record Pin(StoreService store, long id, Object holder) implements Runnable {
        @Override
        public void run() {
            store.unpin(id);
        }
    }

    private Place pin(StoredObject object) {
        try {
            return store.pin(object.id(), object.bytes());
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
            return reading.apply(store.readable(place).asSlice(0, object.bytes()));
        } finally {
            store.unpin(place.id());
        }
    }

    private static Object copyOf(MemorySegment segment, Primitive array, Values values) {
        return array == null ? values.decode(segment.toArray(ValueLayout.JAVA_BYTE)) : array.copyOut(segment);
    }
}
