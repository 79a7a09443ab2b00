package dev.troupe.systemtests;

import static dev.troupe.systemtests.Ditask.PROGRAMS;
import static dev.troupe.systemtests.Ditask.freePort;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Several runs on one machine, on default addresses and ports: nobody knows of the others.
final class NeighbouringRunsTest {
    private static final int DEFAULT_PORT = 50515;

    @RegisterExtension
    final Ditask ditask = new Ditask();

    @Test
    void runsThatStartTogetherNeitherCollideNorMeet() throws Exception {
        for (int round = 0; round < 3; round++) {
            var runs = new ArrayList<Running>();
            for (int i = 0; i < 3; i++) runs.add(ditask.startPlay("about", "--parallel-workers", "2"));
            for (var run : runs) {
                var ended = run.ended().ok();
                assertEquals(List.of("[1]", "[0]"), List.of(ended.of(0, "met"), ended.of(1, "met")), ended::toString);
            }
        }
    }

    @Test
    void aTakenDefaultPortIsSteppedOverAndTheAddressIsPrinted() throws Exception {
        while (true) {
            var foreign = listen(DEFAULT_PORT);
            Ended ended;
            try {
                ended = ditask.play("about").ok();
            } finally {
                if (foreign.isPresent()) foreign.get().close();
            }
            var line = ended.err().stream().filter(each -> each.startsWith("troupe: worker 0 is listening on ")).toList();
            if (line.isEmpty() && foreign.isEmpty()) continue; // another run had the port, and ended meanwhile
            assertEquals(1, line.size(), ended::toString);
            assertTrue(line.getFirst().endsWith(" (50515 is in use)"), line::toString);
            var port = line.getFirst().replaceAll(".*:(\\d+) .*", "$1");
            assertTrue(ended.of(0, "listens").contains("127.0.0.1:" + port), ended::toString);
            return;
        }
    }

    private static Optional<ServerSocket> listen(int port) {
        try {
            return Optional.of(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
        } catch (IOException taken) {
            return Optional.empty();
        }
    }

    @Test
    void debugPrintsTheAddressAlways() throws Exception {
        int port = freePort();
        var ended = ditask.play("about", "--ports", port, "--debug").ok();
        assertTrue(ended.err().stream().anyMatch(line -> line.matches("troupe: worker 0 is listening on \\S+:" + port)), ended::toString);
    }

    @Test
    void aRunIsJoinedThroughLocalhost() throws Exception {
        int port = freePort();
        try (var first = ditask.startPlay("about", "--ports", port, "1")) {
            first.awaitLine("^\\[0] listens");
            var second = ditask.play("about", "--node-ids", "1", "--attach-to", "localhost:" + port).ok();
            assertEquals("[0]", second.of(1, "met"));
            assertEquals("[1]", first.ended().ok().of(0, "met"));
        }
    }

    @Test
    void anotherProgramIsRefusedWithBothNames() throws Exception {
        int port = freePort();
        try (var first = ditask.startPlay("linger", "--ports", port)) {
            first.awaitLine("^\\[0] pid");
            var other = ditask.play("about", "--node-ids", "1", "--attach-to", "localhost:" + port, "--connect-timeout", "2");
            assertEquals(1, other.exitCode(), other::toString);
            var name = Programs.class.getName();
            assertTrue(other.err().stream().anyMatch(line -> line.contains(name + ".linger") && line.contains(name + ".about")
                    && line.contains("--group")), other::toString);
            assertTrue(first.isAlive(), "who was refused ends nobody");
        }
    }

    @Test
    void differentProgramsLinkWhenTheirGroupIsTheSame() throws Exception {
        int port = freePort();
        try (var first = ditask.startPlay("servers", "--ports", port, "--node-ids", "1", "--group", "ours")) {
            first.awaitLine("^\\[1] pid");
            var second = ditask.play("about", "--node-ids", "2", "--attach-to", "localhost:" + port, "--group", "ours").ok();
            assertEquals("[1]", second.of(2, "met"));
            first.ended().ok();
        }
    }

    /// Whoever attaches to a port of its own machine leaves it to the run that is meant, also when that starts later.
    @Test
    void whoAttachesToADefaultPortDoesNotTakeItItself() throws Exception {
        var alone = ditask.play("about", "--node-ids", "1", "--attach-to", "localhost:" + DEFAULT_PORT, "--group", "nobody-elses",
                "--connect-timeout", "1");
        assertEquals(1, alone.exitCode(), alone::toString);
        assertTrue(alone.err().stream().anyMatch(line -> line.contains("(50515 is the port it attaches to)")), alone::toString);
        assertTrue(alone.err().stream().anyMatch(line -> line.contains("still not linked: tcp://localhost:50515")), alone::toString);
    }

    @Test
    void stepFourOfTheTutorialRunsInOneTwoAndThreeProcesses() throws Exception {
        for (int workers = 1; workers <= 3; workers++) {
            var ended = ditask.run("--package", Shell.ROOT.resolve("examples/target/classes"), "--main",
                    "dev.troupe.examples.cartpole.SearchByRoles.play", "--parallel-workers", workers).ok();
            assertEquals(List.of("[0] the best rule balances the pole: true"), ended.out(), ended::toString);
            assertFalse(ended.err().stream().anyMatch(line -> line.contains("still waits")), ended::toString);
        }
    }

    @Test
    void oneWorkerStandsAloneUntilItIsGivenAPlaceAmongOthers() throws Exception {
        assertEquals("[node.0, standalone]", ditask.play("about").ok().of(0, "labels"));
        assertEquals("[distributed, node.0]", ditask.play("about", "--node-ids", "0").ok().of(0, "labels"));
        var nested = ditask.run("--package", PROGRAMS, "--main", Programs.class.getName() + ".about", "--labels", "learner").ok();
        assertEquals("[distributed, learner, node.0]", nested.of(0, "labels"));
    }
}
