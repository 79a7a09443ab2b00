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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    private static ActorKey alone(Trial trial, String variable) {
        return trial.create(needing(trial.spec(), Resources.NONE, Optional.empty(), new WorkerSettings(SHARED.job(), Isolation.PROCESS,
                List.of(), Map.of("VARIABLE", variable), List.of(), Optional.empty())));
    }

    @Test
    void thoseThatShareAnEnvironmentThatCannotBeSetUpDieTogether() {
        var trial = Trial.with(Resources.cpu(1));
        trial.startAtOnce = false;
        var doomed = Stream.generate(() -> alone(trial, "doomed")).limit(300).toList();
        var other = alone(trial, "good");
        var starting = List.copyOf(only(Effect.StartWorker.class, trial.effects));
        assertTrue(starting.size() < doomed.size());
        starting.forEach(start -> trial.on(new Fact.WorkerFailed(start.process(), "no such jar: a.jar", StartFailure.SETTINGS)));
        var dead = only(Effect.ActorChanged.class, trial.effects).stream().filter(change -> change.state() == ActorState.DEAD)
                .filter(change -> change.why().equals("no such jar: a.jar") && change.environmentFailed()).map(Effect.ActorChanged::actor)
                .toList();
        assertEquals(Set.copyOf(doomed), Set.copyOf(dead));
        assertNotEquals(ActorState.DEAD, trial.state(other));
        assertEquals(starting.size() + 1, only(Effect.StartWorker.class, trial.effects).size(), "only the other is tried");
    }

    /// One that ran out of memory, for example.
    @Test
    void anEnvironmentThatWasSetUpOnceIsTriedForEach() {
        var trial = Trial.with(Resources.cpu(1));
        trial.startAtOnce = false;
        var actors = Stream.generate(() -> alone(trial, "good")).limit(300).toList();
        var starting = List.copyOf(only(Effect.StartWorker.class, trial.effects));
        trial.on(new Fact.WorkerStarted(starting.getFirst().process()));
        trial.on(new Fact.WorkerFailed(starting.get(1).process(), "no memory", StartFailure.SETTINGS));
        assertEquals(1, actors.stream().filter(actor -> trial.state(actor) == ActorState.DEAD).count());
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
