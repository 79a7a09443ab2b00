package dev.troupe.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With a JVM that may have 16 GiB of address space and a store of 64 GiB.
class AddressSpaceTest {
    private static final long BYTES = 64L << 30;

    @TempDir
    private Path folder;
    private OtherProcess other;

    @BeforeEach
    void start() throws IOException {
        other = new OtherProcess("sh", "-c", "ulimit -v 16777216; exec \"$@\"", "sh");
    }

    @AfterEach
    void stop() {
        other.close();
    }

    @Test
    void whoHasTooLittleIsToldWhatDoesNotFitAndWhatHelps() throws IOException {
        assertExplained(other.ask("open", folder, folder, BYTES));
        try (var left = Files.list(folder)) {
            assertEquals(List.of(), left.toList());
        }
        try (ObjectStore store = ObjectStore.open(folder, "test", BYTES, folder)) {
            assertExplained(other.ask("checksum", store.file(), 0, 1, "-"));
        }
    }

    private void assertExplained(String answer) {
        assertTrue(answer.startsWith(BYTES + " bytes of the object store in " + folder), answer);
        assertTrue(answer.contains("troupe.object-store-memory") && answer.contains("ulimit -v"), answer);
    }
}
