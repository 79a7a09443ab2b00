package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A cluster of two machines, which are two addresses of this one: each has its own directory for the state of its node.
@Timeout(300)
final class ClusterTest {
    private static final Path TROUPE = Shell.ROOT.resolve("bin/troupe");
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final String CODE = Shell.ROOT.resolve("runtime/target/lib") + "/*:" + Shell.ROOT.resolve("examples/target/classes");

    @TempDir
    Path temporary;

    private Shell first() {
        return machine("first");
    }

    private Shell second() {
        return machine("second");
    }

    private Shell machine(String name) {
        return Shell.in(temporary).with("HOME", temporary).with("TROUPE_STATE", temporary.resolve(name)).within(Duration.ofMinutes(3));
    }

    @AfterEach
    void stop() throws Exception {
        second().run(TROUPE, "stop", "--force");
        first().run(TROUPE, "stop", "--force");
    }

    private String startHead() throws Exception {
        Shell.Result started = first().run(TROUPE, "start", "--head", "--port", "0", "--node-ip-address", "127.0.0.1", "--num-cpus", "2")
                .ok();
        assertTrue(started.out().contains("troupe start --address " + node("first", "address")), started.out());
        return node("first", "address");
    }

    private String node(String machine, String property) throws IOException {
        try (Stream<Path> files = Files.list(temporary.resolve(machine))) {
            Path file = files.filter(one -> one.toString().endsWith(".node")).findFirst().orElseThrow();
            Properties said = new Properties();
            try (Reader in = Files.newBufferedReader(file)) {
                said.load(in);
            }
            return said.getProperty(property);
        }
    }

    private void join(String head) throws Exception {
        second().run(TROUPE, "start", "--address", head, "--node-ip-address", "127.0.0.2", "--num-cpus", "2").ok();
    }

    /// The addresses of the machines that ran its tasks.
    private Set<String> program() throws Exception {
        String printed = first().run(JAVA, "-Dray.address=auto", "-cp", CODE, "dev.troupe.examples.remote.Classic").ok().out();
        return Set.of(printed.strip().replaceAll("[\\[\\]]", "").split(", ", -1));
    }

    @Test
    void aProgramRunsOnBothMachines() throws Exception {
        join(startHead());
        assertEquals(Set.of("127.0.0.1", "127.0.0.2"), program());
        String status = first().run(TROUPE, "status").ok().out();
        assertEquals(2, status.lines().filter(line -> line.contains(" alive ")).count(), status);
        assertTrue(second().run(TROUPE, "stop").ok().out().endsWith(": stopped\n"));
        assertEquals(Set.of("127.0.0.1"), program());
        assertTrue(first().run(TROUPE, "stop").ok().out().endsWith(": stopped\n"));
        Shell.Result none = first().run(TROUPE, "status");
        assertEquals(1, none.exitCode());
        assertTrue(none.err().contains("troupe start --head"), none.err());
    }

    @Test
    void workContinuesWhenAMachineDies() throws Exception {
        join(startHead());
        long pid = Long.parseLong(node("second", "pid"));
        assertTrue(ProcessHandle.of(pid).orElseThrow().destroyForcibly());
        assertEquals(Set.of("127.0.0.1"), program());
        String status = first().run(TROUPE, "status").ok().out();
        assertEquals(1, status.lines().filter(line -> line.contains(" alive ")).count(), status);
    }

    @Test
    void nobodyJoinsWithoutTheToken() throws Exception {
        String head = startHead();
        Path wrong = Files.writeString(temporary.resolve("wrong"), "another secret of some length");
        Shell.Result refused = second().run(TROUPE, "start", "--address", head, "--node-ip-address", "127.0.0.2", "--token-file", wrong);
        assertEquals(1, refused.exitCode());
        assertTrue(refused.err().contains(head), refused.err());
    }

    @Test
    void aSecondStartSaysWhoIsThere() throws Exception {
        String head = startHead();
        Shell.Result again = first().run(TROUPE, "start", "--address", head, "--node-ip-address", "127.0.0.1");
        assertEquals(0, again.exitCode());
        assertTrue(again.out().startsWith("already running"), again.out());
        Shell.Result other = first().run(TROUPE, "start", "--head");
        assertEquals(1, other.exitCode());
        assertTrue(other.err().contains(head) && other.err().contains("troupe stop"), other.err());
    }

    @Test
    void aWrongCommandLineIsExplained() throws Exception {
        Shell.Result neither = first().run(TROUPE, "start");
        assertEquals(2, neither.exitCode());
        assertTrue(neither.err().contains("--head") && neither.err().contains("--address"), neither.err());
        Shell.Result wrong = first().run(TROUPE, "start", "--address", "nowhere");
        assertEquals(2, wrong.exitCode());
        assertTrue(wrong.err().contains("nowhere") && wrong.err().contains("HOST:PORT"), wrong.err());
    }
}
