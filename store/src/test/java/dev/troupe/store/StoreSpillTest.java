package dev.troupe.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreSpillTest {
    private static final int CAPACITY = 1 << 20;
    private static final int TENTH = CAPACITY / 10;

    @TempDir
    private Path spill;
    private ObjectStore store;

    @BeforeEach
    void open() throws IOException {
        store = ObjectStore.open(ObjectStore.sharedMemory(CAPACITY, spill), "test", CAPACITY, spill);
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    @Test
    void nothingIsSpilledBelowTheMark() throws IOException {
        put(7);
        assertEquals(0, store.stats().spilled());
        assertEquals(0, store.stats().diskBytes());
    }

    @Test
    void theLeastRecentlyUsedGoFirstAndComeBackWhole() throws IOException {
        List<Long> ids = put(7);
        store.pin(ids.get(0), 1);
        store.unpin(ids.get(0), 1);
        put(1);
        assertEquals(1, store.stats().spilled());
        assertTrue(store.pin(ids.get(0), 1).inMemory());
        assertEquals(1, store.stats().spilled(), "the one just used had stayed");
        Place back = store.pin(ids.get(1), 1);
        assertTrue(back.inMemory());
        assertTrue(Contents.matches(store.segment(back), 1));
    }

    @Test
    void aReaderThatPassesBytesOnLeavesThemOnDisk() throws IOException {
        List<Long> ids = put(9);
        int spilled = store.stats().spilled();
        assertTrue(spilled > 0);
        Place place = store.pinWhereItIs(ids.getFirst(), 1);
        assertFalse(place.inMemory());
        assertTrue(Contents.matches(store.segment(place), 0));
        assertFalse(store.pin(ids.getFirst(), 2).inMemory(), "it stays while it is pinned");
        assertEquals(spilled, store.stats().spilled());
        assertTrue(store.unpin(ids.getFirst(), 1) && store.unpin(ids.getFirst(), 2));
        assertTrue(store.pinWhereItIs(ids.getLast(), 1).inMemory());
    }

    @Test
    void manyTimesTheCapacityIsKept() throws IOException {
        List<Long> ids = put(60);
        assertTrue(store.stats().used() <= CAPACITY * 8 / 10);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < ids.size(); i++) {
                assertTrue(Contents.matches(store.segment(store.pin(ids.get(i), 1)), i), "object " + i);
                store.unpin(ids.get(i), 1);
            }
        }
        ids.forEach(store::delete);
        assertTrue(store.stats().empty(), store.stats().toString());
        assertEquals(0, spillFiles().size());
    }

    @Test
    void pinnedAndUnsealedObjectsStayWhereTheyAre() throws IOException {
        List<Place> pinned = new ArrayList<>();
        for (long id : put(3)) {
            pinned.add(store.pin(id, 1));
        }
        Place unsealed = store.allocate(TENTH, 1);
        Contents.fill(store.segment(unsealed), 9);
        List<Long> others = put(20);
        for (int i = 0; i < 3; i++) {
            assertTrue(Contents.matches(store.segment(pinned.get(i)), i));
            assertEquals(pinned.get(i), store.pin(pinned.get(i).id(), 1));
        }
        assertTrue(Contents.matches(store.segment(unsealed), 9));
        assertTrue(Contents.matches(store.segment(store.pin(others.get(0), 1)), 0));
    }

    @Test
    void whenAllMemoryIsPinnedObjectsLieOnDisk() throws IOException {
        for (long id : put(8)) {
            store.pin(id, 1);
        }
        assertTrue(store.allocate(TENTH, 1).inMemory(), "up to the capacity memory is used");
        Place place = store.allocate(TENTH, 1);
        assertFalse(place.inMemory());
        Contents.fill(store.segment(place), 77);
        store.seal(place.id());
        Place first = store.pin(place.id(), 1);
        Place second = store.pin(place.id(), 2);
        assertFalse(first.inMemory());
        assertEquals(first, second);
        try (StoreView view = StoreView.map(store.file())) {
            assertTrue(Contents.matches(view.segment(first), 77));
        }
        store.releaseAll(1);
        store.releaseAll(2);
        assertTrue(store.pin(place.id(), 3).inMemory(), "there is memory again");
    }

    @Test
    void anObjectLargerThanTheStoreLiesOnDisk() throws IOException {
        Place place = store.allocate(3 * CAPACITY, 2);
        try (StoreView view = StoreView.map(store.file())) {
            Contents.fill(view.writable(place), 5);
            store.seal(place.id());
            Place pinned = store.pin(place.id(), 2);
            assertFalse(pinned.inMemory());
            assertTrue(Contents.matches(view.segment(pinned), 5));
            assertTrue(Contents.matches(store.segment(pinned), 5));
        }
        assertEquals(3 * CAPACITY, store.stats().diskBytes());
        store.delete(place.id());
        store.unpin(place.id(), 2);
        assertTrue(store.stats().empty());
        assertEquals(0, spillFiles().size());
    }

    @Test
    void smallObjectsShareAFile() throws IOException {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            ids.add(Contents.put(store, 1_000, i));
        }
        assertTrue(spillFiles().size() < 100, spillFiles().size() + " files");
        assertTrue(store.stats().spilled() > 1_000);
        for (int i = 0; i < ids.size(); i++) {
            Place place = store.pin(ids.get(i), 1);
            assertTrue(Contents.matches(store.segment(place), i));
            store.unpin(ids.get(i), 1);
            store.delete(ids.get(i));
        }
        assertTrue(store.stats().empty(), store.stats().toString());
        assertEquals(0, spillFiles().size());
    }

    @Test
    void whatCameBackIsNotWrittenAgain() throws IOException {
        List<Long> ids = put(8);
        assertEquals(1, store.stats().spilled());
        store.pin(ids.get(0), 1);
        store.unpin(ids.get(0), 1);
        List<Path> before = spillFiles();
        for (int i = 1; i < 8; i++) {
            store.delete(ids.get(i));
        }
        put(8);
        assertTrue(spillFiles().containsAll(before.subList(0, 1)));
        assertTrue(Contents.matches(store.segment(store.pin(ids.get(0), 1)), 0));
    }

    @Test
    void anInterruptedThreadHurtsNothing() throws IOException {
        List<Long> ids = put(10);
        Thread.currentThread().interrupt();
        try {
            ids.addAll(put(10, 10));
            Place huge = store.allocate(2 * CAPACITY, 1);
            Contents.fill(store.segment(huge), 1);
            for (int i = 0; i < ids.size(); i++) {
                assertTrue(Contents.matches(store.segment(store.pin(ids.get(i), 1)), i));
                store.unpin(ids.get(i), 1);
            }
            assertTrue(Thread.currentThread().isInterrupted());
        } finally {
            assertTrue(Thread.interrupted());
        }
        put(10);
    }

    @Test
    void aLostSpillFileIsAnErrorThatNamesIt() throws IOException {
        List<Long> ids = put(8);
        Path lost = spillFiles().getFirst();
        Files.delete(lost);
        IOException e = assertThrows(IOException.class, () -> store.pin(ids.get(0), 1));
        assertTrue(e.getMessage().contains(lost.toString()), e.getMessage());
        assertEquals(0, store.stats().pins());
        assertTrue(store.delete(ids.get(0)));
    }

    private List<Long> put(int count) throws IOException {
        return put(count, 0);
    }

    private List<Long> put(int count, int seed) throws IOException {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(Contents.put(store, TENTH, seed + i));
        }
        return ids;
    }

    private List<Path> spillFiles() throws IOException {
        try (var files = Files.walk(spill)) {
            return files.filter(Files::isRegularFile).filter(file -> !file.endsWith("lock") && !file.equals(store.file())).sorted()
                    .toList();
        }
    }
}
