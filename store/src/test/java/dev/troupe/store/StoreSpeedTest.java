package dev.troupe.store;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rough bounds with much room for busy machines; the benchmarks measure properly.
class StoreSpeedTest {
    private static final int BYTES = 100 << 20;

    @TempDir
    private Path spill;

    @Test
    void copiesIntoRecycledMemoryAreHardlySlowerThanPlainOnes() throws IOException {
        byte[] source = new byte[BYTES];
        byte[] target = new byte[BYTES];
        try (ObjectStore store = ObjectStore.open(ObjectStore.sharedMemory(BYTES * 2, spill), "speed", BYTES * 2, spill)) {
            long first = put(store, source);
            long plain = Long.MAX_VALUE;
            long recycled = Long.MAX_VALUE;
            for (int round = 0; round < 8; round++) {
                long before = System.nanoTime();
                System.arraycopy(source, 0, target, 0, BYTES);
                plain = Math.min(plain, System.nanoTime() - before);
                recycled = Math.min(recycled, put(store, source));
            }
            System.out.printf("100 MiB: plain copy %d µs, into recycled memory %d µs, first time %d µs%n", plain / 1_000, recycled / 1_000,
                    first / 1_000);
            assertTrue(recycled < plain * 3, "recycled " + recycled + " ns, plain " + plain + " ns");
        }
    }

    @Test
    void smallObjectsTakeAboutAMicrosecond() throws IOException {
        try (ObjectStore store = ObjectStore.open(ObjectStore.sharedMemory(64 << 20, spill), "speed", 64 << 20, spill)) {
            int count = 100_000;
            long best = Long.MAX_VALUE;
            long[] ids = new long[count];
            for (int round = 0; round < 5; round++) {
                long before = System.nanoTime();
                for (int i = 0; i < count; i++) {
                    ids[i] = store.allocate(100, 1).id();
                    store.seal(ids[i]);
                }
                for (int i = 0; i < count; i++) {
                    store.pin(ids[(i * 31) % count], 1);
                    store.unpin(ids[(i * 31) % count], 1);
                    store.delete(ids[(i * 31) % count]);
                }
                best = Math.min(best, (System.nanoTime() - before) / count);
            }
            System.out.println("allocate, seal, pin, unpin, delete: " + best + " ns");
            assertTrue(best < 100_000, best + " ns");
        }
    }

    private static long put(ObjectStore store, byte[] source) throws IOException {
        long before = System.nanoTime();
        Place place = store.allocate(source.length, 1);
        Primitive.BYTE.copyIn(source, store.segment(place));
        store.seal(place.id());
        long nanos = System.nanoTime() - before;
        store.delete(place.id());
        return nanos;
    }
}
