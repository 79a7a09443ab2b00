package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// `bin/troupe demo` as a user runs it, and as a user ends it.
final class DemoTest {
    private static final String TROUPE = Shell.ROOT.resolve("bin", "troupe").toString();

    @RegisterExtension
    final Ditask ditask = new Ditask();

    private Running start(Object... options) throws Exception {
        return ditask.call().startCommand(Stream.concat(Stream.of(TROUPE, "demo"), Stream.of(options)).toArray());
    }

    private Path directory() {
        return ditask.directory().resolve("troupe-demo");
    }

    @Test
    void fourProcessesLearnToBalanceThePole() throws Exception {
        var ended = start("--stop-value", "300").ended();
        assertEquals(0, ended.exitCode(), ended::toString);
        assertEquals("CartPole, seed 0: a learner, an evaluator, 2 collectors", ended.out().getFirst());
        assertTrue(ended.out().stream().anyMatch(line -> line.startsWith("solved: mean reward ")), ended::toString);
        assertEquals("learning curve: troupe-demo/curve.csv and troupe-demo/curve.svg", ended.out().getLast());
        var curve = Files.readAllLines(directory().resolve("curve.csv"));
        // The evaluator may have been at it once more when the learner had seen enough.
        assertTrue(curve.stream().skip(1).anyMatch(line -> Double.parseDouble(line.split(",", -1)[3]) >= 300), curve::toString);
        assertTrue(Files.readString(directory().resolve("curve.svg")).startsWith("<svg "));
    }

    @Test
    void aKilledCollectorAndAKilledLearnerAreStartedAgain() throws Exception {
        var demo = start("--stop-value", "1000", "--max-steps", "150000");
        demo.awaitLine("mean reward .* after [1-9]");
        Running.signal("KILL", process(demo, "\\[3] collector"));
        demo.awaitLine("^troupe: worker 3 was killed by signal 9 .* and is restarted");
        demo.awaitLine("  [1-9]\\d+ iterations  ");
        assertTrue(Files.exists(directory().resolve("checkpoint")));
        Running.signal("KILL", process(demo, "\\[0] learner"));
        demo.awaitLine("^troupe: worker 0 was killed by signal 9 .* and is restarted");
        var ended = demo.ended();
        assertTrue(ended.out().contains("not solved within 150,000 steps"), ended::toString);
        var steps = Files.readAllLines(directory().resolve("curve.csv")).stream().skip(1)
                .map(line -> Long.parseLong(line.split(",", -1)[1])).toList();
        assertEquals(steps.stream().sorted().toList(), steps);
        // It went on from a checkpoint, and not from the beginning: the first evaluation is there only once.
        assertEquals(1, ended.out().stream().filter(line -> line.endsWith(" after 0 steps")).count(), ended::toString);
    }

    private static long process(Running demo, String worker) throws Exception {
        return Long.parseLong(demo.awaitLine("^" + worker + ", process (\\d+)$").group(1));
    }

    @Test
    void whatIsInterruptedGoesOnFromItsCheckpoint() throws Exception {
        var first = start("--stop-value", "1000");
        first.awaitLine("mean reward .* after [1-9]");
        Running.signal("TERM", first.pid());
        var stopped = first.ended();
        assertEquals(143, stopped.exitCode(), stopped::toString);
        assertEquals("stopped; to continue from troupe-demo/checkpoint, run: troupe demo --resume --stop-value 1000.0",
                stopped.out().getLast());
        assertTrue(Files.exists(directory().resolve("checkpoint")));
        var second = start("--resume", "--stop-value", "150").ended();
        assertEquals(0, second.exitCode(), second::toString);
        assertFalse(second.out().stream().anyMatch(line -> line.endsWith(" after 0 steps")), second::toString);
    }

    @Test
    void anotherSeedDoesNotGoOnFromACheckpoint() throws Exception {
        assertEquals(1, start("--standalone", "--seed", "4", "--max-steps", "3000").ended().exitCode());
        var other = start("--standalone", "--seed", "5", "--resume").ended();
        assertEquals(2, other.exitCode(), other::toString);
        assertEquals(
                "troupe demo: the checkpoint was made with --seed 4, but this run has --seed 5; continue with --seed 4, or start in another"
                        + " --directory",
                other.err().getLast(), other::toString);
    }

    @Test
    void whatIsStoppedWhileItStartsKeepsTheOldCheckpointAndStartsNothingAgain() throws Exception {
        var old = Files.writeString(Files.createDirectories(directory()).resolve("checkpoint"), "of the last time");
        var demo = start();
        demo.awaitLine("^CartPole");
        Running.signal("TERM", demo.pid());
        var stopped = demo.ended();
        assertEquals(143, stopped.exitCode(), stopped::toString);
        assertEquals("stopped before the first checkpoint; the checkpoint of the last run is still there", stopped.out().getLast());
        assertFalse(stopped.out().stream().anyMatch(line -> line.contains("is restarted")), stopped::toString);
        assertEquals("of the last time", Files.readString(old));
    }

    @Test
    void aloneItEndsQuietlyOnControlC() throws Exception {
        // A build in the background ignores the signal, and so would what it starts.
        var demo = ditask.call().after("env", "--default-signal=INT").startCommand(TROUPE, "demo", "--standalone", "--stop-value", "1000");
        demo.awaitLine("mean reward .* after [1-9]");
        Running.signal("INT", demo.pid());
        var stopped = demo.ended();
        assertEquals(130, stopped.exitCode(), stopped::toString);
        assertEquals(List.of(), stopped.err(), stopped::toString);
        assertEquals("stopped; to continue from troupe-demo/checkpoint, run: troupe demo --resume --standalone --stop-value 1000.0",
                stopped.out().getLast());
    }

    @Test
    void aFullDiskEndsItWithOneSentence() throws Exception {
        var disk = Files.createDirectory(ditask.directory().resolve("disk"));
        var here = Shell.in(ditask.directory());
        assumeTrue(here.run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk).exitCode() == 0,
                "mounting a small file system takes root");
        try {
            var ended = start("--directory", disk).ended();
            assertEquals(1, ended.exitCode(), ended::toString);
            assertTrue(ended.err().getLast().matches("troupe demo: .*No space left on device.*free some space or choose another path"),
                    ended::toString);
            assertFalse(ended.out().stream().anyMatch(line -> line.contains("again")), ended::toString);
            fill(disk);
            var full = start("--directory", disk).ended();
            assertEquals(2, full.exitCode(), full::toString);
            assertEquals(
                    List.of("troupe demo: cannot write to " + disk
                            + ": No space left on device; choose another directory with --directory"),
                    full.err(), full::toString);
            assertFalse(Files.exists(disk.resolve(".lock")));
        } finally {
            here.run("umount", disk).ok();
        }
    }

    private static void fill(Path disk) throws IOException {
        try (var filler = Files.newOutputStream(disk.resolve("filler"))) {
            var page = new byte[4096];
            while (true) filler.write(page);
        } catch (IOException full) {
            if (!String.valueOf(full.getMessage()).contains("No space left on device")) throw full;
        }
    }

    @Test
    void whatCannotStartIsToldOnce() throws Exception {
        var homeless = ditask.with("HOME", "/dev/null").startCommand(TROUPE, "demo").ended();
        assertEquals(2, homeless.exitCode(), homeless::toString);
        assertEquals(1, homeless.err().size(), homeless::toString);
        assertTrue(homeless.err().getFirst().startsWith("troupe demo: cannot create the token file /dev/null/.troupe/token: "),
                homeless::toString);
        var noPlace = start("--standalone", "--directory", "/proc/nowhere").ended();
        assertEquals(2, noPlace.exitCode(), noPlace::toString);
        assertEquals(1, noPlace.err().size(), noPlace::toString);
    }

    @Test
    void aloneTheSameSeedGivesTheSameCurve() throws Exception {
        assertEquals(1, start("--standalone", "--seed", "4", "--stop-value", "1000", "--max-steps", "5000").ended().exitCode());
        var first = Files.readString(directory().resolve("curve.csv"));
        assertEquals(1, start("--standalone", "--seed", "4", "--stop-value", "1000", "--max-steps", "5000").ended().exitCode());
        assertEquals(first, Files.readString(directory().resolve("curve.csv")));
    }
}
