package dev.troupe.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several threads, as several processes, put, read, delete and die at random in a store that is far too small.
class StoreStressTest {
    private static final int THREADS = 6;
    private static final int STEPS = 4_000;

    @TempDir
    private Path spill;
    /// Object to seed; what is in here may be pinned by anyone.
    private final ConcurrentHashMap<Long, Long> sealed = new ConcurrentHashMap<>();
    /// The same for what was deleted, perhaps still pinned.
    private final ConcurrentHashMap<Long, Long> deleted = new ConcurrentHashMap<>();
    private final AtomicLong checked = new AtomicLong();

    @Test
    void everyReadSeesWhatWasWrittenAndNothingIsLeftAtTheEnd() throws Exception {
        try (ObjectStore store = ObjectStore.open(ObjectStore.sharedMemory(1 << 20, spill), "stress", 1 << 20, spill);
                StoreView view = StoreView.map(store.file());
                var threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int process = i;
                all.add(threads.submit(() -> {
                    live(store, view, process, new Random(process));
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
            assertTrue(checked.get() > STEPS, checked + " reads");
            sealed.keySet().forEach(store::delete);
            assertTrue(store.stats().empty(), store.stats().toString());
            try (var files = Files.walk(spill)) {
                assertEquals(List.of(), files.filter(file -> file.getFileName().toString().matches("\\d+")).toList());
            }
        }
    }

    @Test
    void closingInTheMidstOfItEndsEverybodyWithAnErrorAndLeavesNothing() throws Exception {
        for (int round = 0; round < 20; round++) {
            ObjectStore store = ObjectStore.open(spill, "closing", 1 << 20, spill);
            try (var threads = Executors.newFixedThreadPool(THREADS)) {
                CountDownLatch busy = new CountDownLatch(THREADS * 20);
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    int process = i;
                    all.add(threads.submit(() -> {
                        while (true) {
                            long id = Contents.put(store, 40_000, process);
                            store.pin(Math.max(1, id - 30), process);
                            store.unpin(Math.max(1, id - 30), process);
                            busy.countDown();
                        }
                    }));
                }
                busy.await();
                store.close();
                for (Future<?> one : all) {
                    assertInstanceOf(IllegalStateException.class, assertThrows(ExecutionException.class, one::get).getCause());
                }
            }
            try (var left = Files.list(spill)) {
                assertEquals(0, left.count());
            }
        }
    }

    private void live(ObjectStore store, StoreView view, int first, Random random) throws Exception {
        int process = first;
        List<Place> pinned = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> write(store, view, process, random);
                case 3, 4, 5, 6 -> {
                    Place place = pinAny(store, process, random);
                    if (place != null) {
                        pinned.add(place);
                        check(view, place);
                    }
                }
                case 7, 8 -> {
                    if (!pinned.isEmpty()) {
                        Place place = pinned.remove(random.nextInt(pinned.size()));
                        check(view, place);
                        assertTrue(store.unpin(place.id(), process));
                    }
                }
                default -> {
                    Long id = any(random);
                    if (id != null && sealed.size() > 60 && store.delete(id)) {
                        deleted.put(id, sealed.remove(id));
                    }
                }
            }
            if (random.nextInt(200) == 0 || pinned.size() > 5) {
                store.releaseAll(process);
                process += THREADS;
                pinned.clear();
            }
        }
        store.releaseAll(process);
    }

    private void write(ObjectStore store, StoreView view, int process, Random random) throws Exception {
        Place place = store.allocate(random.nextInt(1 << (4 + random.nextInt(15))), process);
        long seed = random.nextLong();
        Contents.fill(view.writable(place), seed);
        switch (random.nextInt(20)) {
            case 0 -> store.discard(place.id());
            case 1 -> {
                // Left unfinished; goes when the process dies.
            }
            default -> {
                store.seal(place.id());
                sealed.put(place.id(), seed);
            }
        }
    }

    private Place pinAny(ObjectStore store, int process, Random random) throws Exception {
        Long id = any(random);
        try {
            return id == null ? null : store.pin(id, process);
        } catch (NoSuchElementException deletedMeanwhile) {
            return null;
        }
    }

    private Long any(Random random) {
        List<Long> ids = List.copyOf(sealed.keySet());
        return ids.isEmpty() ? null : ids.get(random.nextInt(ids.size()));
    }

    private void check(StoreView view, Place place) {
        Long seed = sealed.get(place.id());
        if (seed == null) {
            seed = deleted.get(place.id());
        }
        if (seed != null) {
            assertTrue(Contents.matches(view.segment(place), seed), "object " + place);
            checked.incrementAndGet();
        }
    }
}
