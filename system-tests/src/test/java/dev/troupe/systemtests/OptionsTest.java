package dev.troupe.systemtests;

import static dev.troupe.systemtests.Ditask.HERE;
import static dev.troupe.systemtests.Ditask.PROGRAMS;
import static dev.troupe.systemtests.Ditask.freePort;
import static dev.troupe.systemtests.Ditask.freePorts;
import static dev.troupe.systemtests.Ditask.freePortsInARow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Each option of `ditask`, by what would be otherwise if it were ignored. Those that need Redis are in [RedisTest].
final class OptionsTest {
    @RegisterExtension
    final Ditask ditask = new Ditask();

    @Test
    void workersGetTheirIdsLabelsPortsAddressAndJvmOptions() throws Exception {
        int port = freePortsInARow(2);
        var ended = ditask.play("about", "--parallel-workers", "2", "--node-ids", "7", "--labels", "learner,evaluator", "--ports", port,
                "--address", "127.0.0.2", "--jvm-options", "-Xmx77m -Dcolour=red").ok();
        assertEquals("[distributed, evaluator, learner, node.7]", ended.of(7, "labels"));
        assertEquals("[distributed, evaluator, learner, node.8]", ended.of(8, "labels"));
        assertEquals("[127.0.0.2:" + port + "]", ended.of(7, "listens"));
        assertEquals("[127.0.0.2:" + (port + 1) + "]", ended.of(8, "listens"));
        assertTrue(ended.of(7, "memory").matches("7\\d colour red"), ended::toString);
        assertEquals("[8]", ended.of(7, "met"));
    }

    @Test
    void aloneLinksOnlyWhomAttachToNames() throws Exception {
        var ports = freePorts(3);
        try (var two = ditask.startPlay("about", HERE, "--parallel-workers", "2", "--node-ids", "5,3", "--ports", ports[0] + "," + ports[1],
                "--topology", "alone", "1")) {
            two.awaitLine("^\\[5] listens \\[127.0.0.1:" + ports[0] + "]");
            two.awaitLine("^\\[3] listens \\[127.0.0.1:" + ports[1] + "]");
            var third = ditask.play("about", HERE, "--node-ids", "9", "--ports", ports[2], "--attach-to",
                    "127.0.0.1:" + ports[0] + ",tcp://127.0.0.1:" + ports[1]).ok();
            assertEquals("[3, 5]", third.of(9, "met"));
            var ended = two.ended().ok();
            assertEquals("[9]", ended.of(5, "met"));
            assertEquals("[9]", ended.of(3, "met"));
        }
    }

    @Test
    void inAStarAllKnowTheFirstAndInAMeshEveryoneKnowsAll() throws Exception {
        var star = ditask.play("about", HERE, "--parallel-workers", "3", "--topology", "star").ok();
        assertEquals(List.of("[1, 2]", "[0]", "[0]"), List.of(star.of(0, "met"), star.of(1, "met"), star.of(2, "met")));
        var mesh = ditask.play("about", HERE, "--parallel-workers", "3").ok();
        assertEquals(List.of("[1, 2]", "[0, 2]", "[0, 1]"), List.of(mesh.of(0, "met"), mesh.of(1, "met"), mesh.of(2, "met")));
    }

    @Test
    void jobsThatStartAtTheSameTimeTakeDifferentPorts() throws Exception {
        var jobs = new ArrayList<Running>();
        for (int i = 0; i < 3; i++) jobs.add(ditask.startPlay("about", HERE, "--parallel-workers", "2"));
        for (var job : jobs) assertEquals("[1]", job.ended().ok().of(0, "met"));
    }

    @Test
    void overIpcNobodyListensOnAPort() throws Exception {
        var ended = ditask.play("about", "--parallel-workers", "2", "--protocol", "ipc").ok();
        assertEquals(List.of("[]", "[]"), List.of(ended.of(0, "listens"), ended.of(1, "listens")));
        assertEquals(List.of("[1]", "[0]"), List.of(ended.of(0, "met"), ended.of(1, "met")));
    }

    @Test
    void theTokenFileDecidesWhoMayConnect() throws Exception {
        var ours = Files.writeString(ditask.directory().resolve("ours"), "the secret token of ours\n");
        var theirs = Files.writeString(ditask.directory().resolve("theirs"), "another secret, of theirs\n");
        Files.setPosixFilePermissions(ours, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(theirs, PosixFilePermissions.fromString("rw-r--r--"));
        var ports = freePorts(2);
        try (var first = ditask.startPlay("about", HERE, "--ports", ports[0], "--token-file", ours, "1")) {
            first.awaitLine("listens");
            Object[] second = {HERE, "--node-ids", "1", "--ports", ports[1], "--attach-to", "127.0.0.1:" + ports[0], "--token-file"};
            var refused = ditask.play("about", and(second, theirs, "--connect-timeout", "1"));
            assertEquals(1, refused.exitCode(), refused::toString);
            assertTrue(refused.err().stream().anyMatch(line -> line.contains("a different token")), refused::toString);
            assertTrue(refused.err().getFirst().endsWith("run: chmod 600 " + theirs), refused::toString);
            assertEquals("[0]", ditask.play("about", and(second, ours)).ok().of(1, "met"));
            assertEquals(0, first.ended().exitCode());
        }
    }

    @Test
    void withTlsTheWireShowsNothing() throws Exception {
        assertTrue(wire().contains("there"), "within a machine the name of the event can be read");
        assertTrue(wire("--plain").contains("there"), "with --plain, too");
        assertFalse(wire("--tls").contains("there"), "with --tls it cannot");
    }

    /// What two processes say to each other.
    private String wire(Object... options) throws Exception {
        var ports = freePorts(2);
        try (var first = ditask.startPlay("about", and(options, HERE, "--ports", ports[0], "1")); var wiretap = new Wiretap(ports[0])) {
            first.awaitLine("listens");
            var second = ditask.play("about",
                    and(options, HERE, "--node-ids", "1", "--ports", ports[1], "--attach-to", "127.0.0.1:" + wiretap.port())).ok();
            assertEquals("[0]", second.of(1, "met"));
            first.ended().ok();
            return wiretap.heard();
        }
    }

    @Test
    void startsKeepTheirInterval() throws Exception {
        var ended = ditask.play("about", HERE, "--parallel-workers", "3", "--startup-interval", "0.6").ok();
        long[] starts = {Long.parseLong(ended.of(0, "started")), Long.parseLong(ended.of(1, "started")),
                Long.parseLong(ended.of(2, "started"))};
        assertTrue(starts[1] - starts[0] >= 500 && starts[2] - starts[1] >= 500, ended::toString);
    }

    @Test
    void autoRecoverTriesAgainAsOftenAsMaxRetriesSays() throws Exception {
        var once = ditask.play("fail", HERE, ditask.directory().resolve("a"));
        assertEquals(List.of("try 1"), once.of(0));
        assertEquals(1, once.exitCode());
        var thrice = ditask.play("fail", HERE, "--auto-recover", "--max-retries", "2", ditask.directory().resolve("b"));
        assertEquals(List.of("try 1", "try 2", "try 3"), thrice.of(0), thrice::toString);
        assertEquals(1, thrice.exitCode());
        var lives = ditask.play("die", HERE, "--auto-recover", "--max-retries", "1", ditask.directory().resolve("c"));
        assertEquals(List.of("life 1", "life 2"), lives.of(0), lives::toString);
        assertEquals(9, lives.exitCode());
    }

    @Test
    void podsFindTheirPlaceInDiNodesUnlessThePlatformIsNone() throws Exception {
        int port = freePort();
        var pod = ditask.with("DI_NODES", "127.0.0.1,127.0.0.2");
        try (var first = pod.with("DI_RANK", "0").startPlay("about", "--ports", port)) {
            var second = pod.with("DI_RANK", "1").play("about", "--ports", port, "--platform", "k8s").ok();
            assertEquals("[0]", second.of(1, "met"));
            assertEquals("[127.0.0.2:" + port + "]", second.of(1, "listens"));
            assertEquals("[1]", first.ended().ok().of(0, "met"));
        }
        assertEquals("[]", pod.with("DI_RANK", "1").play("about", HERE, "--platform", "none").ok().of(0, "met"));
    }

    @Test
    void slurmTasksFindTheirPlace() throws Exception {
        int port = freePortsInARow(2);
        var step = ditask.with("SLURM_NTASKS", 2).with("SLURM_NTASKS_PER_NODE", 2).with("SLURM_NODELIST", "localhost")
                .with("SLURMD_NODENAME", "localhost");
        try (var first = step.with("SLURM_PROCID", 0).startPlay("about", "--platform", "slurm", "--ports", port)) {
            var second = step.with("SLURM_PROCID", 1).play("about", "--platform", "slurm", "--ports", port).ok();
            assertEquals("[0]", second.of(1, "met"));
            assertTrue(second.of(1, "listens").endsWith(":" + (port + 1) + "]"), second::toString);
            assertEquals("[1]", first.ended().ok().of(0, "met"));
        }
    }

    @Test
    void thePlatformSpecSaysWhatEachRankIs() throws Exception {
        var ports = freePorts(2);
        var spec = """
                {"tasks": [{"labels": "learner", "node_ids": 10, "ports": %d},
                           {"labels": ["collector", "cpu"], "node_ids": 20, "ports": %d, "attach_to": "$node.10"}]}
                """.formatted(ports[0], ports[1]);
        var file = Files.writeString(ditask.directory().resolve("spec.json"), spec);
        var pod = ditask.with("DI_NODES", "127.0.0.1,127.0.0.1");
        try (var first = pod.with("DI_RANK", 0).startPlay("about", "--topology", "alone", "--platform-spec", spec)) {
            var second = pod.with("DI_RANK", 1).play("about", "--topology", "alone", "--platform-spec", file).ok();
            assertEquals("[collector, cpu, distributed, node.20]", second.of(20, "labels"));
            assertEquals("[127.0.0.1:" + ports[1] + "]", second.of(20, "listens"));
            assertEquals("[10]", second.of(20, "met"));
            var ended = first.ended().ok();
            assertEquals("[distributed, learner, node.10]", ended.of(10, "labels"));
            assertEquals("[20]", ended.of(10, "met"));
        }
    }

    @Test
    void traceEventsShowsWhatIsSentAndReceived() throws Exception {
        var ended = ditask.play("about", HERE, "--parallel-workers", "2", "--trace-events");
        assertEquals(0, ended.exitCode(), ended::toString);
        assertTrue(ended.err().stream().anyMatch(line -> line.matches("\\[0] trace: sent 'there' to node 1, \\d+ bytes")), ended::toString);
        assertTrue(ended.err().stream().anyMatch(line -> line.matches("\\[1] trace: received 'there' from node 0, \\d+ bytes")),
                ended::toString);
    }

    @Test
    void connectTimeoutSaysHowLongToWait() throws Exception {
        var lonely = ditask.startPlay("about", HERE, "--ports", freePort(), "--attach-to", "127.0.0.1:" + freePort(), "--connect-timeout",
                "1");
        var ended = lonely.ended(Duration.ofSeconds(30));
        assertEquals(1, ended.exitCode());
        assertTrue(ended.err().stream().anyMatch(line -> line.contains("after 1.0 s still not linked")), ended::toString);
        assertTrue(ended.err().getLast().matches("ditask: worker \\d+ exited with code 1: after 1.0 s still not linked: .*"),
                "why is told last, since that is what is left of a pod: " + ended);
    }

    @Test
    void aPackageIsADirectoryAJarOrAZip() throws Exception {
        var jar = packed("app.jar", "");
        var zip = packed("app.zip", "classes/");
        for (var each : List.of(jar, zip)) {
            assertEquals("[]", ditask.run(HERE, "--package", each, "--main", Programs.class.getName() + ".about").ok().of(0, "met"));
        }
        var main = ditask.run(HERE, "--package", jar).ok(); // of the manifest, with main(String[])
        assertEquals(List.of("no words"), main.of(0));
        var inIt = ditask.call().in(PROGRAMS).run(HERE, "--main", MainProgram.class.getName() + ".main", "--", "a", "--b c").ok();
        assertEquals(List.of("a", "--b c"), inIt.of(0));
    }

    private Path packed(String name, String below) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, MainProgram.class.getName());
        // Not where the command runs: there it would be found without being named.
        var file = Files.createDirectories(ditask.directory().resolve("packages")).resolve(name);
        try (var out = new JarOutputStream(Files.newOutputStream(file), manifest); var classes = Files.walk(PROGRAMS)) {
            for (var each : classes.filter(f -> f.getFileName().toString().matches("(Programs|Sockets|MainProgram).*\\.class")).toList()) {
                out.putNextEntry(new JarEntry(below + PROGRAMS.relativize(each)));
                Files.copy(each, out);
            }
        }
        return file;
    }

    private static Object[] and(Object[] some, Object... more) {
        return java.util.stream.Stream.of(some, more).flatMap(java.util.Arrays::stream).toArray();
    }
}
