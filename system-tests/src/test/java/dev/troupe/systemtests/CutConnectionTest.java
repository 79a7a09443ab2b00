package dev.troupe.systemtests;

import static dev.troupe.systemtests.Ditask.HERE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two processes that reach each other through a proxy, which ends their connections and refuses new ones for a while.
final class CutConnectionTest {
    @RegisterExtension
    final Ditask ditask = new Ditask();

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 25})
    void aProxyThatIsAwayForSecondsLosesDoublesAndReordersNothing(int seconds) throws Exception {
        int port = Ditask.freePort();
        try (var first = ditask.startPlay("exchange", HERE, "--ports", port, "20000", "1000"); var proxy = new Relay(port)) {
            first.awaitLine("pid");
            try (var second = attached("exchange", proxy.port(), "20000", "1000")) {
                first.awaitLine("heard 2000");
                second.awaitLine("heard 2000");
                proxy.down();
                // The length of the cut is what is tested: nothing ends it earlier.
                assertFalse(new CountDownLatch(1).await(seconds, TimeUnit.SECONDS));
                proxy.up();
                for (var each : List.of(first, second)) {
                    var ended = each.ended();
                    assertEquals(0, ended.exitCode(), ended::toString);
                    assertTrue(ended.out().stream().anyMatch(line -> line.endsWith("all 20000 in order")), ended::toString);
                }
            }
        }
    }

    @Test
    void whoEndsDuringACutTriesToDeliverThenSaysWhatIsLostAndFails() throws Exception {
        int port = Ditask.freePort();
        var go = ditask.directory().resolve("go");
        try (var first = ditask.startPlay("sendAndLeave", HERE, "--ports", port)) {
            first.awaitLine("pid");
            try (var proxy = new Relay(port); var second = attached("sendAndLeave", proxy.port(), go)) {
                first.awaitLine("heard 0");
                proxy.down();
                second.awaitLine("node 0 is unreachable");
                Files.createFile(go);
                second.awaitLine("shutdown is delayed: node 0 has not received 10\\d messages yet, and has 35 s to reconnect");
                var ended = second.ended();
                assertEquals(1, ended.exitCode(), ended::toString);
                assertTrue(ended.err().stream().anyMatch(line -> line.matches(".*up to 10\\d messages to node 0 were not delivered: .*")),
                        ended::toString);
                assertTrue(ended.err().getLast().matches("ditask: worker 1 ended with up to 10\\d messages to its peers undelivered"),
                        ended::toString);
            }
        }
    }

    private Running attached(String play, int port, Object... arguments) throws Exception {
        var all = new java.util.ArrayList<Object>(
                List.of(HERE, "--ports", Ditask.freePort(), "--node-ids", "1", "--attach-to", "127.0.0.1:" + port));
        all.addAll(List.of(arguments));
        return ditask.startPlay(play, all.toArray());
    }
}
