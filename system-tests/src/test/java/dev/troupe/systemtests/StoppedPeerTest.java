package dev.troupe.systemtests;

import static dev.troupe.systemtests.Ditask.HERE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// One of three processes is stopped for some seconds, as a debugger or a laptop's lid does it.
final class StoppedPeerTest {
    /// A sender that kept what it cannot send would need several times that.
    private static final String SMALL_HEAP = "-Xmx64m";
    private static final long BOUND_MEGABYTES = 300;

    @RegisterExtension
    final Ditask ditask = new Ditask();

    @Test
    void theSenderBlocksAndGoesOnWithNothingLost() throws Exception {
        try (var job = ditask.startPlay("flow", HERE, "--parallel-workers", "3", "--jvm-options", SMALL_HEAP, "25000")) {
            job.awaitLine("^\\[2] heard 1000$");
            long stopped = job.pidOf(2);
            Running.signal("STOP", stopped);
            job.awaitLine("^\\[0] .*emit of 'number' in thread main has waited 5 s for node 2");
            assertTrue(Running.residentMegabytes(job.pidOf(0)) < BOUND_MEGABYTES);
            assertTrue(job.lines().noneMatch(line -> line.equals("[0] sent 25000")), job::toString);
            Running.signal("CONT", stopped);
            var ended = job.ended();
            assertEquals(0, ended.exitCode(), ended::toString);
            for (int node = 1; node <= 2; node++) assertTrue(ended.of(node).contains("all 25000 in order"), ended::toString);
            assertEquals("0", ended.of(0, "lost in all"));
        }
    }

    @Test
    void underLatestNobodyElseIsAffectedAndTheNewestValueArrives() throws Exception {
        var enough = ditask.directory().resolve("enough");
        try (var job = ditask.startPlay("newest", HERE, "--parallel-workers", "3", "--jvm-options", SMALL_HEAP, enough)) {
            job.awaitLine("^\\[2] has 100$");
            long stopped = job.pidOf(2);
            Running.signal("STOP", stopped);
            long sent = last(job, "[0] sent ");
            long heard = last(job, "[1] has ");
            // 20,000 values of 20 kB: the sender goes on, and so does the other receiver.
            job.awaitLine("^\\[0] sent " + (sent + 20_000) + "$");
            assertTrue(last(job, "[1] has ") > heard + 500, job::toString);
            assertTrue(Running.residentMegabytes(job.pidOf(0)) < BOUND_MEGABYTES);
            Running.signal("CONT", stopped);
            Files.createFile(enough);
            var ended = job.ended().ok();
            for (int node = 1; node <= 2; node++) assertTrue(ended.of(node).contains("has the last"), ended::toString);
            assertTrue(Long.parseLong(ended.of(0, "dropped")) > 1000, ended::toString);
        }
    }

    private static long last(Running job, String prefix) {
        return job.lines().filter(line -> line.startsWith(prefix)).mapToLong(line -> Long.parseLong(line.substring(prefix.length())))
                .max().orElse(0);
    }
}
