package dev.troupe.runtime;

import dev.troupe.store.Place;
import dev.troupe.values.Values;
import io.ray.api.exception.RayException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Cleaner;

/// Large values in the node's store: arrays of primitives as they are, everything else encoded.
final class Shelf {
    static final byte ENCODED = 0;
    private static final byte BYTES = 1;
    private static final byte INTS = 2;
    private static final byte LONGS = 3;
    private static final byte FLOATS = 4;
    private static final byte DOUBLES = 5;
    private static final byte SHORTS = 6;
    private static final byte CHARS = 7;

    private final Space space;
    private final Cleaner cleaner;

    Shelf(Space space, Cleaner cleaner) {
        this.space = space;
        this.cleaner = cleaner;
    }

    static boolean isLargeArray(Object value) {
        return switch (value) {
            case byte[] a -> a.length > Codec.SMALL;
            case int[] a -> a.length > Codec.SMALL / 4;
            case long[] a -> a.length > Codec.SMALL / 8;
            case float[] a -> a.length > Codec.SMALL / 4;
            case double[] a -> a.length > Codec.SMALL / 8;
            case short[] a -> a.length > Codec.SMALL / 2;
            case char[] a -> a.length > Codec.SMALL / 2;
            case null, default -> false;
        };
    }

    /// Stores a large array; whoever calls owns it once it is sealed.
    StoredObject put(Object array) {
        return switch (array) {
            case byte[] a -> copy(MemorySegment.ofArray(a), a.length, BYTES);
            case int[] a -> copy(MemorySegment.ofArray(a), a.length * 4L, INTS);
            case long[] a -> copy(MemorySegment.ofArray(a), a.length * 8L, LONGS);
            case float[] a -> copy(MemorySegment.ofArray(a), a.length * 4L, FLOATS);
            case double[] a -> copy(MemorySegment.ofArray(a), a.length * 8L, DOUBLES);
            case short[] a -> copy(MemorySegment.ofArray(a), a.length * 2L, SHORTS);
            case char[] a -> copy(MemorySegment.ofArray(a), a.length * 2L, CHARS);
            default -> throw new IllegalArgumentException("no array of primitives: " + array.getClass());
        };
    }

    /// Stores an encoded value.
    StoredObject put(byte[] array, int length) {
        return copy(MemorySegment.ofArray(array), length, ENCODED);
    }

    private StoredObject copy(MemorySegment from, long bytes, byte kind) {
        try {
            Place place = space.allocate(bytes);
            MemorySegment.copy(from, 0, space.writable(place), 0, bytes);
            return new StoredObject(place.id(), bytes, kind);
        } catch (IOException e) {
            throw new RayException("no room for an object of " + bytes + " bytes: " + e.getMessage(), e);
        }
    }

    /// This process owns it from now on: it is deleted when `holder` is collected.
    void own(StoredObject object, Object holder) {
        space.seal(object.id());
        long id = object.id();
        Space from = space;
        cleaner.register(holder, () -> from.delete(id));
    }

    /// A copy of the value.
    Object read(StoredObject object, Values values) {
        return pinned(object, segment -> copyOf(segment, object.kind(), values));
    }

    private interface Reading {
        Object of(MemorySegment segment);
    }

    private Object pinned(StoredObject object, Reading reading) {
        Place place;
        try {
            place = space.pin(object.id());
        } catch (IOException e) {
            throw new RayException("object " + object.id() + " of " + object.bytes() + " bytes cannot be read: " + e.getMessage(), e);
        }
        try {
            return reading.of(space.readable(place).asSlice(0, object.bytes()));
        } finally {
            space.unpin(object.id());
        }
    }

    private static Object copyOf(MemorySegment segment, byte kind, Values values) {
        return switch (kind) {
            case ENCODED -> values.decode(segment.toArray(ValueLayout.JAVA_BYTE));
            case BYTES -> segment.toArray(ValueLayout.JAVA_BYTE);
            case INTS -> segment.toArray(ValueLayout.JAVA_INT);
            case LONGS -> segment.toArray(ValueLayout.JAVA_LONG);
            case FLOATS -> segment.toArray(ValueLayout.JAVA_FLOAT);
            case DOUBLES -> segment.toArray(ValueLayout.JAVA_DOUBLE);
            case SHORTS -> segment.toArray(ValueLayout.JAVA_SHORT);
            case CHARS -> segment.toArray(ValueLayout.JAVA_CHAR);
            default -> throw new IllegalStateException("unknown kind of stored object: " + kind);
        };
    }
}
