package dev.troupe.head;

import static dev.troupe.head.Trial.JOB;
import static dev.troupe.head.Trial.SHARED;
import static dev.troupe.head.Trial.needing;
import static dev.troupe.head.Trial.only;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Processes that are started ahead for actors that have a process of their own.
final class SparesTest {
    private final Trial trial = Trial.with(Resources.cpu(4));

    private ActorKey create(WorkerSettings settings) {
        return trial.create(needing(trial.spec(), Resources.NONE, Optional.empty(), settings));
    }

    private static WorkerSettings with(String option) {
        return new WorkerSettings(JOB, Isolation.PROCESS, List.of(option), Map.of(), List.of(), Optional.empty());
    }

    private void kill(ActorKey actor) {
        trial.on(new Fact.KillActor(actor, true, "ray.kill"));
    }

    private List<ProcessKey> started() {
        return only(Effect.StartWorker.class, trial.effects).stream().map(Effect.StartWorker::process).toList();
    }

    @Test
    void aSpareProcessTakesThePlaceOfOneWhoseActorLeft() {
        var first = create(with("-Xmx1g"));
        var second = create(with("-Xmx1g"));
        assertNotEquals(trial.worker(first), trial.worker(second));
        kill(first);
        assertEquals(3, started().size(), "a spare process starts");
        var third = create(with("-Xmx1g"));
        assertEquals(started().getLast(), trial.worker(third));
        assertEquals(3, started().size(), "nothing else was started for the third actor");
    }

    @Test
    void anActorGetsASpareProcessThatIsStillStarting() {
        create(with("-Xmx1g"));
        var second = create(with("-Xmx1g"));
        trial.startAtOnce = false;
        kill(second);
        create(with("-Xmx1g"));
        assertEquals(3, started().size());
        assertEquals(started().getLast(), only(Effect.Place.class, trial.on(new Fact.WorkerStarted(started().getLast()))).getLast().to());
    }

    @Test
    void anActorWithOtherSettingsOrOfAnotherJobDoesNotGetIt() {
        create(with("-Xmx1g"));
        kill(create(with("-Xmx1g")));
        var spare = started().getLast();
        assertNotEquals(spare, trial.worker(create(with("-Xmx2g"))));
        assertNotEquals(spare, trial.worker(create(
                new WorkerSettings(JOB, Isolation.PROCESS, List.of("-Xmx1g"), Map.of("VARIABLE", "x"), List.of(), Optional.empty()))));
        var other = new JobKey(2);
        var driver = trial.head.nextProcess();
        trial.on(new Fact.JobStarted(other, driver, "there", WorkerSettings.shared(other)));
        var spec = trial.spec();
        var stranger = new ActorSpec(new ActorKey(other, 1), "", "there", false, Owner.of(driver), Resources.NONE, Optional.empty(),
                new WorkerSettings(other, Isolation.PROCESS, List.of("-Xmx1g"), Map.of(), List.of(), Optional.empty()), 0, spec.className(),
                spec.creation());
        assertNotEquals(spare, trial.worker(trial.create(stranger)));
        assertEquals(spare, trial.worker(create(with("-Xmx1g"))));
    }

    @Test
    void noneStartsForActorsWhoseSettingsNoOtherActorHas() {
        kill(create(with("-Dnumber=1")));
        kill(create(with("-Dnumber=2")));
        assertEquals(2, started().size());
    }

    @Test
    void noneStartsForActorsThatAreCreatedRarely() {
        create(with("-Xmx1g"));
        trial.after(Duration.ofSeconds(11));
        var late = create(with("-Xmx1g"));
        kill(late);
        assertEquals(2, started().size());
    }

    @Test
    void noneStartsForActorsThatShareAProcess() {
        create(SHARED);
        kill(create(SHARED));
        assertEquals(1, started().size());
    }

    @Test
    void aNodeHasAFewSpareProcessesAtMost() {
        var actors = List.of(create(with("-Xmx1g")), create(with("-Xmx1g")), create(with("-Xmx1g")), create(with("-Xmx1g")));
        actors.forEach(this::kill);
        assertEquals(actors.size() + 2, started().size());
    }

    @Test
    void spareProcessesEndWhenTheyAreIdleForLong() {
        create(with("-Xmx1g"));
        kill(create(with("-Xmx1g")));
        trial.after(Duration.ofSeconds(9));
        assertNotEquals(started().getLast(), trial.last(Effect.StopWorker.class).process());
        trial.after(Duration.ofSeconds(2));
        assertEquals(started().getLast(), trial.last(Effect.StopWorker.class).process());
        assertEquals("it was idle", trial.last(Effect.StopWorker.class).why());
    }

    @Test
    void spareProcessesEndWithTheirJobAndNoneStartsAfterIt() {
        create(with("-Xmx1g"));
        kill(create(with("-Xmx1g")));
        trial.effects.clear();
        trial.on(new Fact.JobEnded(JOB, "the driver has ended"));
        assertEquals(List.of(), started());
        assertEquals(2, only(Effect.StopWorker.class, trial.effects).size(), "the actor's process and the spare one");
    }
}
