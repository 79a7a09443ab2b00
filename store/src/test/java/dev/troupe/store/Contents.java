package dev.troupe.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.CRC32C;

/// Objects whose bytes follow from a seed, so that any reader can check them.
final class Contents {
    private Contents() {}

    /// A sealed object.
    static long put(ObjectStore store, long bytes, long seed) throws IOException {
        Place place = store.allocate(bytes, 1);
        fill(store.segment(place), seed);
        store.seal(place.id());
        return place.id();
    }

    static void fill(MemorySegment segment, long seed) {
        for (long at = 0; at < segment.byteSize(); at++) {
            segment.set(ValueLayout.JAVA_BYTE, at, at(seed, at));
        }
    }

    static boolean matches(MemorySegment segment, long seed) {
        for (long at = 0; at < segment.byteSize(); at++) {
            if (segment.get(ValueLayout.JAVA_BYTE, at) != at(seed, at)) {
                return false;
            }
        }
        return true;
    }

    static long checksum(MemorySegment segment) {
        CRC32C sum = new CRC32C();
        sum.update(segment.toArray(ValueLayout.JAVA_BYTE));
        return sum.getValue();
    }

    private static byte at(long seed, long at) {
        return (byte) (seed * 31 + at * 7 + (at >> 8));
    }
}
