package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DemoTest {
    @TempDir
    Path directory;

    private static Demo learning(double reward) {
        return new Demo((_, lines) -> {
            lines.line("[0] evaluation: 20.0 after 1024 steps");
            lines.line("[0] evaluation: " + reward + " after 2048 steps");
            return 0;
        });
    }

    @Test
    void whatIsSolvedEndsWellAndSaysWhereTheCurveIs() {
        var said = Said.by(learning(476), "--directory", directory.toString(), "--seed", "3");
        assertEquals(0, said.exitCode());
        assertTrue(said.out().startsWith("CartPole, seed 3: a learner, an evaluator, 2 collectors"), said.out());
        assertTrue(said.out().contains("solved: mean reward 476.0 of 100 episodes after 2,048 steps, in 0 s"), said.out());
        assertTrue(said.out().contains("learning curve: " + directory.resolve("curve.csv")), said.out());
    }

    @Test
    void whatIsNotSolvedEndsWithOne() {
        var said = Said.by(learning(474), "--directory", directory.toString(), "--max-steps", "5000", "--standalone");
        assertEquals(1, said.exitCode());
        assertTrue(said.out().contains("one process"), said.out());
        assertTrue(said.out().contains("not solved within 5,000 steps"), said.out());
    }

    @Test
    void theStopValueIsTheUsers() {
        assertEquals(0, Said.by(learning(300), "--directory", directory.toString(), "--stop-value", "250").exitCode());
    }

    @Test
    void aTrainingThatFailedHandsOnItsExitCode() {
        assertEquals(7, Said.by(new Demo((_, _) -> 7), "--directory", directory.toString()).exitCode());
    }

    @Test
    void whatCannotGoOnIsOneSentence() {
        var said = Said.by(new Demo((_, lines) -> {
            lines.line("[0] failed: the disk is full; make room");
            lines.line("java.io.IOException: and its stack trace");
            return 0;
        }), "--directory", directory.toString());
        assertEquals(1, said.exitCode());
        assertEquals(1, said.out().lines().count(), said.out());
        assertEquals("demo: the disk is full; make room", said.err().strip());
    }

    @Test
    void whatTheTrainingRefusesIsAWrongCommandLine() {
        var said = Said.by(new Demo((_, lines) -> {
            lines.line("[0] refused: the checkpoint was made with --seed 4");
            return 0;
        }), "--directory", directory.toString());
        assertEquals(2, said.exitCode());
        assertEquals("demo: the checkpoint was made with --seed 4", said.err().strip());
    }

    @Test
    void withoutResumeTheTrainingSeesNothingOfTheLastTime() throws Exception {
        var checkpoint = Files.writeString(directory.resolve("checkpoint"), "old");
        var curve = Files.writeString(directory.resolve("curve.csv"), "");
        Said.by(new Demo((_, _) -> Files.exists(checkpoint) ? 0 : 7), "--directory", directory.toString(), "--resume");
        assertEquals(7, Said.by(new Demo((_, _) -> Files.exists(checkpoint) || Files.exists(curve) ? 0 : 7), "--directory",
                directory.toString()).exitCode());
    }

    @Test
    void theLastCheckpointStaysUntilThereIsANewOne() throws Exception {
        var checkpoint = Files.writeString(directory.resolve("checkpoint"), "old");
        Files.writeString(directory.resolve("curve.csv"), "head\n");
        assertEquals(7, Said.by(new Demo((_, _) -> 7), "--directory", directory.toString()).exitCode());
        assertEquals("old", Files.readString(checkpoint));
        assertTrue(Files.exists(directory.resolve("curve.csv")));
        Said.by(new Demo((_, _) -> {
            Files.writeString(checkpoint, "new");
            return 0;
        }), "--directory", directory.toString());
        assertEquals("new", Files.readString(checkpoint));
        try (var files = Files.list(directory)) {
            assertEquals(List.of(checkpoint), files.toList());
        }
    }

    @Test
    void aDemoThatWasKilledBeforeItsFirstCheckpointHasLeftTheOldOneToResume() throws Exception {
        var aside = Files.writeString(directory.resolve(".checkpoint.before"), "old");
        assertEquals(7, Said.by(new Demo((_, _) -> Files.exists(directory.resolve("checkpoint")) ? 7 : 0), "--directory",
                directory.toString(), "--resume").exitCode());
        assertFalse(Files.exists(aside));
    }

    @Test
    void aDirectoryThatCannotBeWrittenToIsOneSentence() throws Exception {
        var file = Files.createFile(directory.resolve("file"));
        refused("cannot write to " + file + ": " + file + " is not a directory; choose another directory with --directory", "--directory",
                file);
        refused("cannot write to /proc/x: no such file or directory; choose another directory with --directory", "--directory", "/proc/x");
        refused("cannot write to " + file + "/x: Not a directory; choose another directory with --directory", "--directory", file + "/x");
    }

    @Test
    void twoDemosDoNotShareADirectory() {
        var said = Said.by(new Demo((_, _) -> {
            refused("cannot write to " + directory
                    + ": another demo is running in this directory; choose another directory with --directory", "--directory",
                    directory);
            return 7;
        }), "--directory", directory.toString());
        assertEquals(7, said.exitCode(), said::toString);
    }

    /// Each removes the file of the lock when it ends, and others may have opened it by then.
    @Test
    void theLockIsOnesAloneAlsoWhileItsFileComesAndGoes() throws Exception {
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                threads.execute(() -> {
                    for (int round = 0; round < 2_000; round++) {
                        try (var _ = DemoDirectory.open(directory)) {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            inside.decrementAndGet();
                        } catch (IOException expected) {
                            // another was quicker
                        }
                    }
                });
            }
        }
        assertEquals(1, most.get());
        assertFalse(Files.exists(directory.resolve(".lock")));
    }

    @Test
    void valuesThatMakeNoSenseAreRefused() {
        var nothing = directory.resolve("checkpoint");
        refused("--resume: there is no checkpoint " + nothing + "; start without --resume", "--directory", directory, "--resume");
        refused("--workers 0: the demo needs at least one collector", "--workers", 0);
        refused("--workers 2147483647: at most 64 are allowed, because each is a process on this machine", "--workers", Integer.MAX_VALUE);
        refused("--stop-value NaN: not a mean reward that can be reached; an episode has a reward of 1 to 500", "--stop-value", "NaN");
        refused("--max-steps 0: at least one step is needed", "--max-steps", 0);
        refused("invalid value for option '--seed': 'x' is not a whole number", "--seed", "x");
        refused("invalid value for option '--stop-value': 'much' is not a number", "--stop-value", "much");
    }

    private static void refused(String sentence, Object... options) {
        var said = Said.by(learning(500), Stream.of(options).map(Object::toString).toArray(String[]::new));
        assertEquals(new Said(2, "", "demo: " + sentence + System.lineSeparator()), said);
    }
}
