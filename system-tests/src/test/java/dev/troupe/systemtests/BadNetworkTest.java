package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Two hosts with a network between them that does everything a network can do wrong, by accident or on purpose. How long and with which
/// luck: `-Dtroupe.events=<count>`, `-Dtroupe.seed=<number>`.
@Timeout(value = 2, unit = TimeUnit.HOURS)
final class BadNetworkTest {
    private static final int EVENTS = Integer.getInteger("troupe.events", 5_000);
    private static final long SEED = Long.getLong("troupe.seed", 1);
    /// Lost packets are sent again only after a while, so many events take longer than a good network would need.
    private static final Duration IN_TIME = Duration.ofSeconds(90).plusMillis(EVENTS * 5L);

    @RegisterExtension
    final Ditask ditask = new Ditask();

    @Test
    void lossDoublingDelayReorderingAndNoiseLoseNoEvent() throws Exception {
        try (var hosts = Hosts.start(2); var wire = BadWire.between(hosts, SEED)) {
            wire.weather(Weather.FINE.losing(0.01).doubling(0.02).delaying(0.1, 30).disturbing(0.01));
            exchange(hosts);
        }
    }

    @Test
    void whoeverAltersWhatTravelsIsNotBelieved() throws Exception {
        try (var hosts = Hosts.start(2); var wire = BadWire.between(hosts, SEED)) {
            wire.weather(Weather.FINE.forging(0.002));
            exchange(hosts);
            assertTrue(wire.forged() > 0);
        }
    }

    private void exchange(Hosts hosts) throws Exception {
        try (var first = start(hosts, 0, "exchange", EVENTS, 1000); var second = start(hosts, 1, "exchange", EVENTS, 1000)) {
            for (var each : List.of(first, second)) {
                var ended = each.ended(IN_TIME);
                assertEquals(0, ended.exitCode(), ended::toString);
                assertTrue(ended.out().stream().anyMatch(line -> line.endsWith("all " + EVENTS + " in order")), ended::toString);
            }
        }
    }

    /// A process on each host, the second attached to the first over the bad wire.
    private Running start(Hosts hosts, int host, String program, Object... arguments) throws IOException, InterruptedException {
        var call = ditask.call().after(hosts.on(host)).with("TROUPE_TOKEN", "only-these-two-know-this-token");
        var options = host == 0
                ? List.of("--address", BadWire.address(0), "--ports", "50515")
                : List.of("--address", BadWire.address(1), "--ports", "50515", "--node-ids", "1", "--attach-to",
                        BadWire.address(0) + ":50515");
        return call.startPlay(program, java.util.stream.Stream.concat(options.stream(), List.of(arguments).stream()).toArray());
    }
}
