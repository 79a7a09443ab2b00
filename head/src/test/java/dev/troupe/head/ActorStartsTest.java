package dev.troupe.head;

import static dev.troupe.head.Trial.SHARED;
import static dev.troupe.head.Trial.needing;
import static dev.troupe.head.Trial.only;
import static dev.troupe.head.Trial.restarting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Actors whose workers cannot be started.
final class ActorStartsTest {
    @Test
    void aWorkerThatCannotStartFailsItsActors() {
        var trial = Trial.with(Resources.cpu(1));
        trial.startAtOnce = false;
        var actor = trial.create(restarting(needing(trial.spec(), Resources.NONE, Optional.empty(), SHARED.alone()), -1));
        trial.on(new Fact.WorkerFailed(trial.last(Effect.StartWorker.class).process(), "no such jar: a.jar", StartFailure.SETTINGS));
        assertEquals("no such jar: a.jar", trial.why(actor));
        assertTrue(trial.last(Effect.ActorChanged.class).environmentFailed());
        assertEquals(1, only(Effect.StartWorker.class, trial.effects).size());
    }

    @Test
    void oneWhoseWorkersAreKilledAtTheirStartIsTriedThreeTimesWithPauses() {
        var trial = Trial.with(Resources.cpu(1));
        trial.startAtOnce = false;
        var actor = trial.create(needing(trial.spec(), Resources.NONE, Optional.empty(), SHARED.alone()));
        for (int i = 1; i <= 3; i++) {
            assertEquals(i, only(Effect.StartWorker.class, trial.effects).size());
            assertNotEquals(ActorState.DEAD, trial.state(actor));
            trial.on(new Fact.WorkerFailed(trial.last(Effect.StartWorker.class).process(), "killed", StartFailure.DEATH));
            assertEquals(i, only(Effect.StartWorker.class, trial.effects).size(), "there is a pause first");
            trial.after(Duration.ofSeconds(i));
        }
        assertEquals(ActorState.DEAD, trial.state(actor));
        assertFalse(trial.last(Effect.ActorChanged.class).environmentFailed(), "what it asked for was there");
    }

    /// Each of them counts for itself: else the last of many would wait for the pauses of all.
    @Test
    void thoseWhoseWorkersAreKilledTogetherDieTogether() {
        var trial = Trial.with(Resources.cpu(1));
        trial.startAtOnce = false;
        var actors = Stream.generate(() -> trial.create(needing(trial.spec(), Resources.NONE, Optional.empty(), SHARED.alone())))
                .limit(3).toList();
        var starting = only(Effect.StartWorker.class, trial.effects);
        for (int i = 1; i <= 3; i++) {
            assertEquals(3, starting.size());
            starting.forEach(start -> trial.on(new Fact.WorkerFailed(start.process(), "killed", StartFailure.DEATH)));
            starting = only(Effect.StartWorker.class, trial.after(Duration.ofSeconds(i)));
        }
        assertEquals(List.of(), starting);
        actors.forEach(actor -> assertEquals(ActorState.DEAD, trial.state(actor)));
    }
}
