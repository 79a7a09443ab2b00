package dev.troupe.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With a second JVM.
class StoreProcessesTest {
    @TempDir
    private Path folder;
    private Path memory;
    private Path spill;
    private OtherProcess other;

    @BeforeEach
    void start() throws IOException {
        FileAttribute<?> oursAlone = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        memory = Files.createDirectory(folder.resolve("memory"), oursAlone);
        spill = Files.createDirectory(folder.resolve("spill"), oursAlone);
        other = new OtherProcess();
    }

    @AfterEach
    void stop() {
        other.close();
    }

    @Test
    void anotherProcessReadsTheSameMemoryAlsoWhatLiesOnDisk() throws IOException {
        Path shared = ObjectStore.sharedMemory(1 << 20, memory);
        try (ObjectStore store = ObjectStore.open(shared, "test", 1 << 20, spill)) {
            for (int bytes : new int[]{100, 700_000, 2_000_000}) {
                Place place = store.pin(Contents.put(store, bytes, 3), 2);
                assertEquals(bytes > 1 << 20, !place.inMemory());
                assertEquals(Long.toString(Contents.checksum(store.segment(place))), other.checksum(store.file(), place));
            }
        }
    }

    @Test
    void whatAKilledProcessHeldIsFreedAndWhatItSealedStays() throws Exception {
        try (ObjectStore store = ObjectStore.open(memory, "test", 1 << 20, spill)) {
            Place done = store.allocate(10_000, 2);
            other.ask("fill", store.file(), done.offset(), done.bytes(), "-", 5);
            store.seal(done.id());
            long pinned = Contents.put(store, 10_000, 6);
            store.pin(pinned, 2);
            store.delete(pinned);
            Place unfinished = store.allocate(100_000, 2);
            other.ask("fill", store.file(), unfinished.offset(), unfinished.bytes(), "-", 7);
            other.kill();
            store.releaseAll(2);
            assertEquals(1, store.stats().objects());
            assertTrue(Contents.matches(store.segment(store.pin(done.id(), 1)), 5));
            store.unpin(done.id(), 1);
            store.delete(done.id());
            assertTrue(store.stats().empty());
        }
    }

    @Test
    void filesOfALivingOwnerStayAndThoseOfADeadOneGo() throws Exception {
        Path file = Path.of(other.ask("open", memory, spill));
        assertTrue(Files.exists(file));
        ObjectStore.open(memory, "test", 1 << 20, spill).close();
        assertEquals(List.of(file), list(memory));
        assertEquals(1, list(spill).size());
        assertTrue(list(list(spill).getFirst()).size() > 1, "there are spill files");
        other.kill();
        assertTrue(Files.exists(file));
        ObjectStore.open(memory, "test", 1 << 20, spill).close();
        assertEquals(List.of(), list(memory));
        assertEquals(List.of(), list(spill));
    }

    @Test
    void aLockedFileIsNotTouchedEvenIfItsNameSaysThatItsOwnerIsDead() throws Exception {
        Path elsewhere = Files.createFile(memory.resolve("troupe-elsewhere-4194305-17-1.store"));
        Path reused = Files.createFile(memory.resolve("troupe-reused-" + ProcessHandle.current().pid() + "-17-1.store"));
        Path foreign = Files.createFile(memory.resolve("troupe-notes.txt"));
        assertEquals("true", other.ask("lock", elsewhere));
        ObjectStore.open(memory, "test", 1 << 20, spill).close();
        assertTrue(Files.exists(elsewhere));
        assertFalse(Files.exists(reused), "same number, another process");
        assertTrue(Files.exists(foreign));
        other.kill();
        ObjectStore.open(memory, "test", 1 << 20, spill).close();
        assertEquals(List.of(foreign), list(memory));
    }

    @Test
    void readersKeepTheirMemoryWhenTheStoreCloses() throws IOException {
        ObjectStore store = ObjectStore.open(memory, "test", 1 << 20, spill);
        Place place = store.pin(Contents.put(store, 1_000, 3), 2);
        try (StoreView view = StoreView.map(store.file())) {
            store.close();
            assertTrue(Contents.matches(view.segment(place), 3));
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
