package dev.troupe.head;

import static dev.troupe.head.Trial.DRIVER;
import static dev.troupe.head.Trial.JOB;
import static dev.troupe.head.Trial.cpu;
import static dev.troupe.head.Trial.detached;
import static dev.troupe.head.Trial.named;
import static dev.troupe.head.Trial.only;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Drivers that come and go.
final class JobsTest {
    private static List<JobKey> jobs(Trial trial) {
        return trial.head.view().jobs().stream().map(Cluster.JobView::job).toList();
    }

    @Test
    void aJobIsForgottenWithTheLastOfItsWorkers() {
        var trial = Trial.with(Resources.cpu(1));
        var worker = trial.demand(DRIVER, cpu(1), 1).getFirst().worker();
        trial.on(new Fact.JobEnded(JOB, "exit 0"));
        assertEquals(List.of(JOB), jobs(trial));
        trial.on(new Fact.ProcessLost(worker, "it was told to stop", Set.of()));
        assertEquals(List.of(), jobs(trial));
        trial.on(new Fact.Demand(DRIVER, cpu(1), 1));
        assertTrue(only(Effect.Granted.class, trial.on(new Fact.Demand(DRIVER, cpu(1), 1))).isEmpty());
    }

    @Test
    void aJobWithoutWorkersIsForgottenAtOnce() {
        var trial = Trial.with(Resources.cpu(1));
        trial.on(new Fact.JobEnded(JOB, "exit 0"));
        assertEquals(List.of(), jobs(trial));
    }

    @Test
    void theNextDriverFindsADetachedActorByNameAndItsJobEndsWithIt() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(detached(named(trial.spec(), "counter")));
        trial.on(new Fact.JobEnded(JOB, "exit 0"));
        var next = trial.head.nextProcess();
        var job = trial.head.nextJob();
        trial.on(new Fact.JobStarted(job, next, "here", WorkerSettings.shared(job)));
        assertEquals(actor, trial.head.actorNamed("here", "counter").orElseThrow().spec().key());
        trial.on(new Fact.HandleHeld(next, actor));
        assertEquals(ActorState.ALIVE, trial.last(Effect.ActorChanged.class).state());
        var worker = trial.worker(actor);
        trial.on(new Fact.KillActor(actor, true, "killed"));
        trial.on(new Fact.ProcessLost(worker, "it was told to stop", Set.of()));
        assertEquals(List.of(job), jobs(trial));
    }

    @Test
    void numbersAreNeverUsedAgain() {
        var trial = Trial.with(Resources.cpu(1));
        var job = trial.head.nextJob();
        assertNotEquals(JOB, job);
        assertNotEquals(job, trial.head.nextJob());
        trial.on(new Fact.JobEnded(JOB, "exit 0"));
        assertEquals(new JobKey(4), trial.head.nextJob());
        assertNotEquals(DRIVER, trial.head.nextProcess());
    }
}
