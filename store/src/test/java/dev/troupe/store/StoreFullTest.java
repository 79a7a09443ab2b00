package dev.troupe.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real file systems of 8 MiB that fill up: needs the right to mount.
class StoreFullTest {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path folder;
    private Path small;

    @BeforeEach
    void mount() throws Exception {
        small = Files.createDirectory(folder.resolve("small"));
        if (run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", small.toString()) != 0) {
            System.err.println("SKIPPED StoreFullTest: a file system cannot be mounted here; run it as root on Linux");
            abort("a file system cannot be mounted here; run it as root on Linux");
        }
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", "--lazy", small.toString());
    }

    @Test
    void aFullFileSystemMeansSpillingAndNeverACrash() throws IOException {
        Path spill = Files.createDirectory(folder.resolve("spill"));
        try (ObjectStore store = ObjectStore.open(small, "test", 64 * MIB, spill)) {
            List<Long> ids = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                ids.add(Contents.put(store, MIB, i));
            }
            assertTrue(store.stats().touched() <= 8 * MIB);
            assertTrue(store.stats().touched() >= 7 * MIB, "all there is is used");
            Place huge = store.allocate(20 * MIB, 1);
            assertFalse(huge.inMemory());
            Contents.fill(store.segment(huge), 50);
            for (int i = 0; i < 30; i++) {
                assertTrue(Contents.matches(store.segment(store.pin(ids.get(i), 1)), i), "object " + i);
                store.unpin(ids.get(i), 1);
            }
        }
        try (var left = Files.list(small)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void aFileSystemFilledByOthersGivesMemoryWhenItHasRoomAgain() throws IOException {
        Path other = small.resolve("other");
        Files.write(other, new byte[6 * MIB]);
        try (ObjectStore store = ObjectStore.open(small, "test", 64 * MIB, folder)) {
            for (int i = 0; i < 5; i++) {
                Contents.put(store, MIB, i);
            }
            assertTrue(store.stats().touched() <= 2 * MIB);
            Files.delete(other);
            for (int i = 0; i < 5; i++) {
                Contents.put(store, MIB, i);
            }
            assertTrue(store.stats().touched() >= 5 * MIB, store.stats().toString());
        }
    }

    @Test
    void whenTheDiskIsFullTooTheErrorSaysHowMuchOfWhatIsUsed() throws IOException {
        try (ObjectStore store = ObjectStore.open(folder, "test", 4 * MIB, small)) {
            List<Long> ids = new ArrayList<>();
            StoreFullException full = assertThrows(StoreFullException.class, () -> {
                while (true) {
                    ids.add(Contents.put(store, MIB / 2, ids.size()));
                }
            });
            assertTrue(ids.size() >= 20, ids.size() + " objects of half a MiB in 4 + 8 MiB");
            for (String part : List.of("524288 bytes", "of 4194304 bytes", store.file().toString(), small.toString(),
                    "release references")) {
                assertTrue(full.getMessage().contains(part), full.getMessage());
            }
            for (int i = 0; i < 6; i++) {
                store.delete(ids.get(i));
            }
            for (int i = 0; i < 5; i++) {
                ids.set(i, Contents.put(store, MIB / 2, i));
            }
            ids.remove(5);
            for (int i = 0; i < ids.size(); i++) {
                assertTrue(Contents.matches(store.segment(store.pin(ids.get(i), 1)), i < 5 ? i : i + 1), "object " + i);
                store.unpin(ids.get(i), 1);
            }
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        } catch (IOException noSuchCommand) {
            return -1;
        }
    }
}
