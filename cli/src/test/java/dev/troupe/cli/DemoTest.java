package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
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
    void onlyWithResumeTheCheckpointStays() throws Exception {
        var checkpoint = Files.createFile(directory.resolve("checkpoint"));
        assertEquals(0, Said.by(learning(500), "--directory", directory.toString(), "--resume").exitCode());
        assertTrue(Files.exists(checkpoint));
        assertEquals(0, Said.by(learning(500), "--directory", directory.toString()).exitCode());
        assertFalse(Files.exists(checkpoint));
        var refused = Said.by(learning(500), "--directory", directory.toString(), "--resume");
        assertEquals(2, refused.exitCode());
        assertEquals("demo: --resume: there is no " + checkpoint + " to go on from; leave --resume away to begin", refused.err().strip());
    }

    @Test
    void aDemoNeedsACollector() {
        var refused = Said.by(learning(500), "--workers", "0");
        assertEquals(2, refused.exitCode());
        assertEquals("demo: --workers 0: at least one collector must play", refused.err().strip());
    }
}
