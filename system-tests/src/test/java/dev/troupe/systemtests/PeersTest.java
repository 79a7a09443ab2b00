package dev.troupe.systemtests;

import static dev.troupe.systemtests.Ditask.HERE;
import static dev.troupe.systemtests.Ditask.freePorts;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What programs ask about the other processes.
final class PeersTest {
    @RegisterExtension
    final Ditask ditask = new Ditask();

    @Test
    void aProcessWaitsForThoseWhoComeByThemselves() throws Exception {
        var ports = freePorts(2);
        try (var first = ditask.startPlay("gather", HERE, "--ports", ports[0], "2")) {
            first.awaitLine("^\\[0] waits");
            var others = ditask.startPlay("gather", HERE, "--protocol", "tcp", "--node-ids", "1", "--parallel-workers", "2", "--ports",
                    Ditask.freePortsInARow(2), "--attach-to", "127.0.0.1:" + ports[0], "2");
            assertEquals("3", first.awaitLine("^\\[0] came true size (\\d)").group(1));
            others.awaitLine("^\\[2] came true size 3");
        }
    }

    /// Two of the three do not see each other.
    @Test
    void everyProcessOfAStarKnowsHowManyThereAre() throws Exception {
        try (var star = ditask.startPlay("gather", HERE, "--parallel-workers", "3", "--topology", "star", "1")) {
            for (int node = 0; node < 3; node++) star.awaitLine("^\\[" + node + "] came true size 3");
        }
    }

    @Test
    void aLearnerWaitsForAllCollectors() throws Exception {
        var ended = ditask.play("learnFromAll", HERE, "--parallel-workers", "3").ok();
        assertEquals(Collections.nCopies(3, "learns from [1, 2]"), ended.of(0), ended::toString);
        assertEquals(List.of(), ended.of(1));
    }
}
