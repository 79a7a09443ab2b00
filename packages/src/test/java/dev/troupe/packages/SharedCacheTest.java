package dev.troupe.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several processes with one cache.
class SharedCacheTest {
    private static final int SIZE = 10_000;

    @TempDir
    private Path parent;
    private Path directory;

    @BeforeEach
    void name() {
        directory = parent.resolve("packages");
    }

    @Test
    void thePinsOfALivingProcessHoldAndThoseOfADeadOneDoNot() throws Exception {
        try (PackageCache cache = PackageCache.open(directory, SIZE); OtherProcess other = new OtherProcess(directory, SIZE)) {
            Path pinned = Path.of(other.ask("put", 6_000, 1));
            CodePackage theirs = Code.announce(Code.bytes(6_000, 1), "code.jar");
            cache.pin(theirs).orElseThrow().close();
            assertThrows(IOException.class, () -> Code.put(cache, Code.bytes(6_000, 2)));
            assertTrue(Files.exists(pinned));
            other.kill();
            Code.put(cache, Code.bytes(6_000, 2)).close();
            assertTrue(cache.pin(theirs).isEmpty());
            assertTrue(Files.notExists(pinned.getParent()), "swept");
        }
    }

    @Test
    void whatADeadProcessHadNotFinishedIsSwept() throws Exception {
        try (OtherProcess other = new OtherProcess(directory, SIZE)) {
            assertEquals("half", other.ask("half", 8_000, 1));
            try (PackageCache _ = PackageCache.open(directory, SIZE)) {
                assertEquals(1, Code.parts(directory).size(), "it lives");
            }
            other.kill();
        }
        try (PackageCache cache = PackageCache.open(directory, SIZE)) {
            assertEquals(List.of(), Code.parts(directory));
            Code.put(cache, Code.bytes(8_000, 2)).close();
        }
    }

    /// Three processes evict each other's packages all the time: less than half of the twenty packages fit.
    @Test
    void processesThatEvictAtTheSameTimeNeverTakeAFileAway() throws Exception {
        List<OtherProcess> processes = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                processes.add(new OtherProcess(directory, 9 * SIZE)); // each uses two at a time
            }
            for (int i = 0; i < processes.size(); i++) {
                processes.get(i).tell("churn", SIZE, i);
            }
            for (OtherProcess process : processes) {
                assertEquals("0 wrong", process.answer());
            }
        } finally {
            processes.forEach(OtherProcess::close);
        }
    }
}
