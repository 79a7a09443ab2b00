package dev.troupe.systemtests;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Workers of remote functions start from a cache of loaded classes, which the first program that runs for a while makes.
final class WorkerCacheTest {
    @TempDir
    Path temporary;

    @Test
    void aProgramThatRunsForAWhileMakesTheCache() throws Exception {
        Path tests = Path.of(WorkerCacheTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Shell.in(temporary).with("XDG_CACHE_HOME", temporary).within(Duration.ofMinutes(5)).run(
                Path.of(System.getProperty("java.home"), "bin", "java"), "-Dray.run-mode=CLUSTER", "-cp",
                Shell.ROOT.resolve("runtime/target/lib") + "/*:" + tests, AwaitsCache.class.getName(), temporary.resolve("troupe")).ok();
    }
}
