package dev.troupe.systemtests;

import static dev.troupe.systemtests.Ditask.PROGRAMS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Machines with a network between them.
final class TwoHostsTest {
    @RegisterExtension
    final Ditask ditask = new Ditask();

    @Test
    void aCableThatIsPulledAndPutBackLosesDoublesAndReordersNothing() throws Exception {
        try (var hosts = Hosts.start(2)) {
            try (var first = on(hosts, 0).startPlay("exchange", "--ports", "50515", "20000", "1000")) {
                first.awaitLine("pid");
                try (var second = on(hosts, 1).startPlay("exchange", "--node-ids", "1", "--attach-to", hosts.address(0) + ":50515", "20000",
                        "1000")) {
                    first.awaitLine("heard 2000");
                    second.awaitLine("heard 2000");
                    hosts.cut(1);
                    // Both have noticed: their windows are used up.
                    first.awaitLine("emit of 'number' in thread main has waited 5 s for node 1");
                    second.awaitLine("emit of 'number' in thread main has waited 5 s for node 0");
                    hosts.restore(1);
                    for (var each : List.of(first, second)) {
                        var ended = each.ended();
                        assertEquals(0, ended.exitCode(), ended::toString);
                        assertTrue(ended.out().stream().anyMatch(line -> line.endsWith("all 20000 in order")), ended::toString);
                    }
                }
            }
        }
    }

    /// The buffers of a socket between two machines are small, and tiny messages fill them sooner than their bytes would.
    @Test
    void underLatestNoEmitBlocksWhileACableIsPulled() throws Exception {
        var enough = ditask.directory().resolve("enough");
        try (var hosts = Hosts.start(2)) {
            try (var first = on(hosts, 0).startPlay("tick", "--ports", "50515", enough)) {
                first.awaitLine("pid");
                try (var second = on(hosts, 1).startPlay("tick", "--node-ids", "1", "--attach-to", hosts.address(0) + ":50515", enough)) {
                    second.awaitLine("heard 1000");
                    hosts.cut(1);
                    long sent = first.lines().filter(line -> line.contains("sent ")).count();
                    first.awaitLine("sent " + (sent + 10) + "000");
                    hosts.restore(1);
                    Files.createFile(enough);
                    var ended = first.ended();
                    assertEquals(0, ended.exitCode(), ended::toString);
                    assertTrue(Long.parseLong(ended.of(0, "longest")) < 5_000, ended::toString);
                    second.ended().ok();
                }
            }
        }
    }

    /// The command lines are those of the page on running in a cluster, with other addresses and another program.
    @Test
    void threeServersRunTheCommandsOfTheClusterPage() throws Exception {
        try (var hosts = Hosts.start(3)) {
            var start = new Object[]{"--package", PROGRAMS, "--main", Programs.class.getName() + ".servers", "--parallel-workers", "1",
                    "--protocol", "tcp", "--ports", "50515", "--node-ids"};
            try (var server0 = on(hosts, 0).start(and(start, "0"))) {
                server0.awaitLine("pid");
                try (var server1 = on(hosts, 1).start(and(start, "1", "--attach-to", hosts.address(0) + ":50515"));
                        var server2 = on(hosts, 2).start(and(start, "2", "--attach-to", hosts.address(0) + ":50515"))) {
                    assertEquals("[0]", server1.ended().ok().of(1, "met"));
                    assertEquals("[0]", server2.ended().ok().of(2, "met"));
                    assertEquals("[1, 2]", server0.ended().ok().of(0, "met"));
                }
            }
        }
    }

    @Test
    void whoStandsBetweenHostsReadsNothingUnlessAllSayPlain() throws Exception {
        try (var hosts = Hosts.start(3)) {
            assertFalse(heardBetween(hosts).contains("there"), "by default the name of the event cannot be read");
            assertTrue(heardBetween(hosts, "--plain").contains("there"), "with --plain it can");
        }
    }

    /// What passes through a host between two others.
    private String heardBetween(Hosts hosts, Object... options) throws Exception {
        try (var first = on(hosts, 0).startPlay("about", and(options, "--ports", "50515", "1"))) {
            first.awaitLine("listens");
            try (var between = on(hosts, 1).startCommand(ProcessHandle.current().info().command().orElseThrow(), "-cp", PROGRAMS,
                    Wiretap.class.getName(), hosts.address(0), "50515")) {
                between.awaitLine("forwards");
                var second = on(hosts, 2).play("about", and(options, "--node-ids", "1", "--attach-to", hosts.address(1) + ":50515"));
                assertEquals("[0]", second.ok().of(1, "met"));
                first.ended().ok();
                return between.ended().ok().toString();
            }
        }
    }

    @Test
    void plainOnOneHostOnlyIsRefusedByTheOther() throws Exception {
        try (var hosts = Hosts.start(2)) {
            try (var first = on(hosts, 0).startPlay("about", "--ports", "50515", "1")) {
                first.awaitLine("listens");
                var second = on(hosts, 1).play("about", "--plain", "--node-ids", "1", "--attach-to", hosts.address(0) + ":50515",
                        "--connect-timeout", "5");
                assertEquals(1, second.exitCode(), second::toString);
                assertTrue(second.err().stream().anyMatch(line -> line.contains("use the same on both sides: --tls, --plain or neither")),
                        second::toString);
                first.awaitLine("use the same on both sides: --tls, --plain or neither");
            }
        }
    }

    /// A command on that host, with the token of the first if that has one already.
    private Ditask.Call on(Hosts hosts, int host) throws IOException {
        var home = Files.createDirectories(home(host));
        if (host > 0 && !Files.exists(token(host)) && Files.exists(token(0))) copyToken(0, host);
        return ditask.call().after(hosts.on(host)).with("HOME", home);
    }

    private Path home(int host) {
        return ditask.directory().resolve("home" + host);
    }

    private Path token(int host) {
        return home(host).resolve(".troupe/token");
    }

    /// What the README says: each server needs the same token.
    private void copyToken(int from, int to) throws IOException {
        Files.createDirectories(token(to).getParent());
        Files.copy(token(from), token(to));
    }

    private static Object[] and(Object[] some, Object... more) {
        return java.util.stream.Stream.of(some, more).flatMap(java.util.Arrays::stream).toArray();
    }
}
