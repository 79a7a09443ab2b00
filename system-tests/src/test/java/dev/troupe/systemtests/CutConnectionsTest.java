package dev.troupe.systemtests;

import static dev.troupe.systemtests.Ditask.HERE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A proxy or a firewall between two processes that resets their connection and refuses new ones for a while.
final class CutConnectionsTest {
    private static final int EVENTS = 20_000;

    @RegisterExtension
    final Ditask ditask = new Ditask();

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 25})
    void connectionsResetAndRefusedForUpTo25SecondsLoseNothing(int seconds) throws Exception {
        int target = Ditask.freePort();
        try (var relay = new Relay(target);
                var first = ditask.startPlay("exchange", HERE, "--ports", target, EVENTS, 1000)) {
            first.awaitLine("pid");
            try (var second = ditask.startPlay("exchange", HERE, "--ports", Ditask.freePort(), "--node-ids", "1", "--attach-to",
                    "127.0.0.1:" + relay.port(), EVENTS, 1000)) {
                first.awaitLine("heard 2000");
                second.awaitLine("heard 2000");
                relay.down();
                // The time of the cut is what is tested: nothing else may end it.
                assertFalse(new CountDownLatch(1).await(seconds, TimeUnit.SECONDS));
                relay.up();
                for (var each : List.of(first, second)) {
                    var ended = each.ended();
                    assertEquals(0, ended.exitCode(), ended::toString);
                    assertTrue(ended.out().stream().anyMatch(line -> line.endsWith("all " + EVENTS + " in order")), ended::toString);
                }
            }
        }
    }
}
