package dev.troupe.examples.cartpole;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.task.OnlineRlContext;
import dev.troupe.task.Task;
import dev.troupe.task.TaskFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainTest {
    @TempDir
    Path directory;

    private List<String> curve(String run, long seed, double stopValue, long maxSteps) throws IOException {
        Path there = directory.resolve(run);
        Train.main(new String[]{"--seed", Long.toString(seed), "--directory", there.toString(), "--stop-value", Double.toString(stopValue),
                "--max-steps", Long.toString(maxSteps)});
        return Files.readAllLines(there.resolve("curve.csv"));
    }

    @Test
    void oneProcessLearnsToBalanceThePole() throws IOException {
        List<String> curve = curve("solved", 1, 475, 300_000);
        assertTrue(Double.parseDouble(curve.getLast().split(",", -1)[3]) >= 475, curve::toString);
    }

    @Test
    void theSameSeedGivesTheSameCurveAndAnotherSeedAnother() throws IOException {
        List<String> curve = curve("first", 5, 1000, 8 * 1024);
        assertEquals(curve, curve("second", 5, 1000, 8 * 1024));
        assertTrue(curve.size() > 3, curve::toString);
        assertTrue(!curve.equals(curve("third", 6, 1000, 8 * 1024)));
    }

    @Test
    void itGoesOnFromItsCheckpoint() throws IOException {
        List<String> first = curve("run", 5, 1000, 4 * 1024);
        List<String> both = curve("run", 5, 1000, 8 * 1024);
        assertEquals(first, both.subList(0, first.size()));
        assertTrue(both.size() > first.size(), both::toString);
        assertTrue(both.getLast().startsWith("7,7168,"), both::toString);
    }

    @Test
    void itDoesNotGoOnFromTheCheckpointOfAnotherSeed() throws IOException {
        List<String> first = curve("run", 5, 1000, 4 * 1024);
        String message = assertThrows(TaskFailedException.class, () -> curve("run", 6, 1000, 8 * 1024)).getMessage();
        assertTrue(message.contains("made with --seed 5, but this run has --seed 6; continue with --seed 5"), message);
        assertEquals(first, Files.readAllLines(directory.resolve("run/curve.csv")));
    }

    @Test
    void rolloutsThatAreTooOldAreNotLearnedFrom() {
        Agent agent = new Agent(new java.util.SplittableRandom(1));
        Learner learner = new Learner(agent, Recipe.GOOD, 1);
        try (Task<OnlineRlContext> task = Task.start(new OnlineRlContext())) {
            OnlineRlContext ctx = task.context();
            ctx.trainIteration(Recipe.GOOD.oldest() + 1);
            ctx.trajectories(List.of(Rollout.empty(0, 64)));
            learner.run(ctx);
            assertEquals(Recipe.GOOD.oldest() + 1, ctx.trainIteration());
            ctx.trajectories(List.of(Rollout.empty(0, 64), Rollout.empty(1, 64)));
            learner.run(ctx);
            assertEquals(Recipe.GOOD.oldest() + 2, ctx.trainIteration());
        }
    }
}
