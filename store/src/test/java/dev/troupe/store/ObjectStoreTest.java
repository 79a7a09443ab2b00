package dev.troupe.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectStoreTest {
    @TempDir
    private Path spill;
    private ObjectStore store;

    @BeforeEach
    void open() throws IOException {
        store = ObjectStore.open(ObjectStore.sharedMemory(1 << 20, spill), "test", 1 << 20, spill);
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    @Test
    void whatIsWrittenIsReadByAnotherView() throws IOException {
        long id = Contents.put(store, 1_000, 7);
        Place place = store.pin(id, 2);
        try (StoreView view = StoreView.map(store.file())) {
            assertTrue(Contents.matches(view.segment(place), 7));
            assertTrue(Contents.matches(store.segment(place), 7));
        }
    }

    @Test
    void anotherViewWritesWhatTheOwnerReads() throws IOException {
        Place place = store.allocate(500, 2);
        try (StoreView view = StoreView.map(store.file())) {
            Contents.fill(view.writable(place), 3);
        }
        store.seal(place.id());
        assertTrue(Contents.matches(store.segment(store.pin(place.id(), 1)), 3));
    }

    @Test
    void anObjectIsSealedAndPinnedInOneStep() throws IOException {
        Place place = store.allocate(500, 1);
        assertEquals(place, store.sealPinned(place.id(), 1));
        assertFalse(store.deleteIdle(place.id()), "it is pinned");
        assertTrue(store.unpin(place.id(), 1));
        assertTrue(store.deleteIdle(place.id()));
        assertFalse(store.deleteIdle(place.id()), "it was deleted");
        assertTrue(store.stats().empty());
    }

    @Test
    void whatIsGoneIsReportedOnceHoweverItWent() throws IOException {
        List<Long> gone = new ArrayList<>();
        store.whenGone(gone::add);
        long deleted = Contents.put(store, 100, 1);
        store.pin(deleted, 1);
        store.delete(deleted);
        assertEquals(List.of(), gone, "somebody still reads it");
        store.unpin(deleted, 1);
        long given = store.allocate(100, 1).id();
        store.discard(given);
        long left = store.allocate(100, 2).id();
        store.seal(left, 2);
        store.releaseAll(2);
        store.delete(deleted);
        assertEquals(List.of(deleted, given, left), gone);
    }

    @Test
    void sealedObjectsAreReadOnly() throws IOException {
        Place place = store.allocate(10, 1);
        store.segment(place).set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        store.seal(place.id());
        MemorySegment sealed = store.segment(place);
        assertThrows(IllegalArgumentException.class, () -> sealed.set(ValueLayout.JAVA_BYTE, 0, (byte) 2));
        assertThrows(IllegalStateException.class, () -> store.seal(place.id()));
    }

    @Test
    void whoReadsWhatIsBeingWrittenWaits() throws Exception {
        Place written = store.allocate(10, 1);
        Place givenUp = store.allocate(10, 1);
        Place orphaned = store.allocate(10, 2);
        try (var readers = Executors.newCachedThreadPool()) {
            var pinned = readers.submit(() -> store.pin(written.id(), 3));
            var pinnedInVain = readers.submit(() -> store.pin(givenUp.id(), 3));
            var pinnedTooLate = readers.submit(() -> store.pin(orphaned.id(), 3));
            assertThrows(TimeoutException.class, () -> pinned.get(50, TimeUnit.MILLISECONDS));
            store.seal(written.id());
            assertEquals(written, pinned.get(10, TimeUnit.SECONDS));
            store.discard(givenUp.id());
            assertThrows(ExecutionException.class, () -> pinnedInVain.get(10, TimeUnit.SECONDS));
            store.releaseAll(2);
            assertThrows(ExecutionException.class, () -> pinnedTooLate.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void closingEndsTheWaitForWhatIsBeingWritten() throws Exception {
        Place place = store.allocate(10, 1);
        try (var readers = Executors.newCachedThreadPool()) {
            var pinned = readers.submit(() -> store.pin(place.id(), 3));
            store.close();
            assertThrows(ExecutionException.class, () -> pinned.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void anEmptyObjectIsAnObject() throws IOException {
        long id = Contents.put(store, 0, 1);
        assertEquals(0, store.segment(store.pin(id, 1)).byteSize());
    }

    @Test
    void deletingFreesTheMemory() throws IOException {
        long id = Contents.put(store, 1_000, 1);
        assertTrue(store.delete(id));
        assertFalse(store.delete(id));
        assertTrue(store.stats().empty());
        var missing = assertThrows(NoSuchElementException.class, () -> store.pin(id, 1));
        assertEquals("object 1 is not in the store: it was deleted", missing.getMessage());
        assertThrows(NoSuchElementException.class, () -> store.pin(99, 1));
    }

    @Test
    void aDeletedObjectStaysUntilItsLastPinGoes() throws IOException {
        long id = Contents.put(store, 1_000, 5);
        Place place = store.pin(id, 2);
        store.pin(id, 2);
        store.pin(id, 3);
        store.delete(id);
        Contents.put(store, 1_000, 6);
        assertThrows(NoSuchElementException.class, () -> store.pin(id, 4));
        assertTrue(store.unpin(id, 2));
        assertTrue(store.unpin(id, 2));
        assertTrue(Contents.matches(store.segment(place), 5));
        assertEquals(2, store.stats().objects());
        assertTrue(store.unpin(id, 3));
        assertEquals(1, store.stats().objects());
        assertFalse(store.unpin(id, 3));
    }

    @Test
    void anObjectDeletedWhileItIsWrittenGoesWhenItIsSealed() throws IOException {
        Place place = store.allocate(1_000, 2);
        store.delete(place.id());
        assertEquals(1, store.stats().objects());
        store.seal(place.id());
        assertTrue(store.stats().empty());
    }

    @Test
    void aWriterMayGiveUp() throws IOException {
        Place place = store.allocate(1_000, 2);
        store.discard(place.id());
        assertTrue(store.stats().empty());
        assertThrows(IllegalStateException.class, () -> store.seal(place.id()));
    }

    @Test
    void aDeadProcessHoldsNothing() throws IOException {
        long shared = Contents.put(store, 100, 1);
        long gone = Contents.put(store, 100, 2);
        store.pin(shared, 7);
        store.pin(shared, 7);
        store.pin(shared, 8);
        store.pin(gone, 7);
        store.delete(gone);
        store.allocate(5_000, 7);
        Place unfinished = store.allocate(100, 8);
        store.releaseAll(7);
        StoreStats stats = store.stats();
        assertEquals(2, stats.objects());
        assertEquals(1, stats.unsealed());
        assertEquals(1, stats.pins());
        store.seal(unfinished.id());
        store.releaseAll(8);
        store.delete(shared);
        store.delete(unfinished.id());
        assertTrue(store.stats().empty());
    }

    @Test
    void whatAProcessOwnsEndsWithIt() throws IOException {
        Place own = store.allocate(100, 7);
        Place given = store.allocate(100, 7);
        Place read = store.allocate(100, 7);
        store.seal(own.id(), 7);
        store.seal(given.id(), 8);
        store.seal(read.id(), 7);
        store.pin(read.id(), 9);
        store.releaseAll(7);
        assertThrows(NoSuchElementException.class, () -> store.pin(own.id(), 9));
        assertEquals(2, store.stats().objects());
        store.unpin(read.id(), 9);
        store.pin(given.id(), 9);
        store.unpin(given.id(), 9);
        store.releaseAll(8);
        assertTrue(store.stats().empty());
    }

    @Test
    void whatWasNotTakenFromADeadWriterGoesWhenItIsRenounced() throws IOException {
        Place taken = sealed(7, 8);
        sealed(7, 8);
        Place forAnother = sealed(7, 9);
        assertTrue(store.take(taken.id(), 8));
        store.releaseAll(7);
        assertEquals(3, store.stats().objects());
        store.renounce(8, 7);
        assertEquals(2, store.stats().objects());
        store.releaseAll(9);
        assertThrows(NoSuchElementException.class, () -> store.pin(forAnother.id(), 1));
        assertFalse(store.take(forAnother.id(), 9));
        assertEquals(taken, store.pin(taken.id(), 8));
        store.releaseAll(8);
        assertTrue(store.stats().empty());
    }

    @Test
    void whatIsTakenBeforeItsWriterSaysThatItIsSealedIsSealed() throws IOException {
        Place place = store.allocate(100, 7);
        store.take(place.id(), 8);
        assertEquals(place, store.pin(place.id(), 8));
        store.seal(place.id(), 8);
        store.releaseAll(7);
        assertEquals(1, store.stats().objects());
        store.releaseAll(8);
        store.seal(place.id(), 8);
        assertTrue(store.stats().empty());
    }

    private Place sealed(int writer, int owner) throws IOException {
        Place place = store.allocate(100, writer);
        store.seal(place.id(), owner);
        return place;
    }

    @Test
    void nothingIsKeptForADeadProcess() throws IOException {
        Place late = store.allocate(100, 7);
        long there = Contents.put(store, 100, 1);
        store.releaseAll(8);
        store.seal(late.id(), 8);
        assertThrows(IllegalStateException.class, () -> store.allocate(100, 8));
        assertThrows(IllegalStateException.class, () -> store.pin(there, 8));
        store.delete(there);
        assertTrue(store.stats().empty());
    }

    @Test
    void aStoreThatFillsUpSaysSo() throws IOException {
        AtomicInteger said = new AtomicInteger();
        store.whenCrowded(said::incrementAndGet);
        long half = Contents.put(store, store.stats().capacity() / 2, 1);
        assertEquals(0, said.get());
        store.delete(Contents.put(store, store.stats().capacity() / 5, 1));
        assertEquals(1, said.get());
        store.delete(half);
    }

    @Test
    void recycledMemoryIsPreferredToFresh() throws IOException {
        store.delete(Contents.put(store, 300_000, 1));
        long touched = store.stats().touched();
        for (int i = 0; i < 100; i++) {
            store.delete(Contents.put(store, 300_000, i));
        }
        assertEquals(touched, store.stats().touched());
    }

    @Test
    void closingLeavesNoFileBehindAndRefusesFurtherUse() throws IOException {
        for (int i = 0; i < 20; i++) {
            Contents.put(store, 100_000, i);
        }
        Path file = store.file();
        Place place = store.allocate(10, 1);
        MemorySegment segment = store.segment(place);
        store.close();
        store.close();
        assertFalse(Files.exists(file));
        try (var left = Files.list(spill)) {
            assertEquals(0, left.count());
        }
        assertThrows(IllegalStateException.class, () -> store.allocate(10, 1));
        assertThrows(IllegalStateException.class, () -> store.pin(1, 1));
        assertThrows(IllegalStateException.class, () -> segment.get(ValueLayout.JAVA_BYTE, 0));
        assertTrue(store.delete(1));
    }

    @Test
    void aFileIsReadableByItsUserAlone() throws IOException {
        assertEquals("[OWNER_READ, OWNER_WRITE]", Files.getPosixFilePermissions(store.file()).stream().sorted().toList().toString());
    }

    @Test
    void openingIsQuickAndUsesNoMemory() throws IOException {
        try (ObjectStore large = ObjectStore.open(spill, "large", 64L << 30, spill)) {
            assertEquals(0, large.stats().touched());
            assertEquals(64L << 30, Files.size(large.file()));
            Contents.put(large, 1_000, 1);
            assertEquals(1 << 20, large.stats().touched());
        }
    }

    @Test
    void badSettingsAreRefusedWithTheirValue() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> ObjectStore.open(spill, "a/b", 1 << 20, spill)).getMessage()
                .contains("'a/b'"));
        assertTrue(
                assertThrows(IllegalArgumentException.class, () -> ObjectStore.open(spill, "ab", 17, spill)).getMessage().contains("17"));
        assertThrows(IllegalArgumentException.class, () -> store.allocate(-1, 1));
    }
}
