package dev.troupe.head;

import static dev.troupe.head.Trial.DRIVER;
import static dev.troupe.head.Trial.JOB;
import static dev.troupe.head.Trial.SHARED;
import static dev.troupe.head.Trial.cpu;
import static dev.troupe.head.Trial.only;
import static dev.troupe.head.Trial.resources;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LeasesTest {
    @Test
    void aSubmitterGetsNoMoreThanItWantsAndNoMoreThanThereIs() {
        var trial = Trial.with(Resources.cpu(4));
        assertEquals(3, trial.demand(DRIVER, cpu(1), 3).size());
        assertEquals(0, trial.demand(DRIVER, cpu(1), 3).size());
        assertEquals(1, trial.demand(DRIVER, cpu(1), 100).size());
    }

    @Test
    void aJobSharesOneWorkerOnANode() {
        var trial = Trial.with(Resources.cpu(4));
        var granted = trial.demand(DRIVER, cpu(1), 4);
        assertEquals(1, granted.stream().map(Effect.Granted::worker).distinct().count());
        assertEquals(1, only(Effect.StartWorker.class, trial.effects).size());
    }

    @Test
    void theDriverItselfIsTheWorkerWhenEmbedded() {
        var trial = Trial.embedded(Resources.of(Map.of("CPU", 2.0, "GPU", 1.0)));
        assertEquals(DRIVER, trial.demand(DRIVER, cpu(1), 1).getFirst().worker());
        assertTrue(only(Effect.StartWorker.class, trial.effects).isEmpty());
        assertNotEquals(DRIVER, trial.demand(DRIVER, Shape.of(Resources.NONE, SHARED.alone()), 1).getFirst().worker());
        assertNotEquals(DRIVER, trial.demand(DRIVER, Shape.of(resources("GPU", 1), SHARED), 1).getFirst().worker());
        var env = new WorkerSettings(JOB, Isolation.SHARED, List.of(), Map.of("A", "b"), List.of(), Optional.empty());
        assertNotEquals(DRIVER, trial.demand(DRIVER, Shape.of(Resources.NONE, env), 1).getFirst().worker());
    }

    @Test
    void whatIsReturnedGoesToWhoWaits() {
        var trial = Trial.with(Resources.cpu(1));
        var lease = trial.demand(DRIVER, cpu(1), 1).getFirst();
        assertEquals(0, trial.demand(lease.worker(), cpu(1), 1).size());
        trial.on(new Fact.Demand(DRIVER, cpu(1), 0));
        assertEquals(lease.worker(), only(Effect.Granted.class, trial.on(new Fact.Return(lease.lease()))).getFirst().to());
    }

    @Test
    void whoHoldsLeasesHearsWhenOthersBeginAndCeaseToWait() {
        var trial = Trial.with(Resources.cpu(1));
        var lease = trial.demand(DRIVER, cpu(1), 5).getFirst();
        assertFalse(lease.othersWait(), "its own queue is not others");
        var began = only(Effect.Wanted.class, trial.on(new Fact.Demand(lease.worker(), cpu(0.5), 1)));
        assertEquals(List.of(new Effect.Wanted(DRIVER, cpu(1), true)), began);
        var ceased = only(Effect.Wanted.class, trial.on(new Fact.Demand(lease.worker(), cpu(0.5), 0)));
        assertEquals(List.of(new Effect.Wanted(DRIVER, cpu(1), false)), ceased);
    }

    @Test
    void nobodyIsAskedForLeasesThatWouldNotHelp() {
        var trial = Trial.with(Resources.cpu(1));
        trial.demand(DRIVER, cpu(1), 1);
        trial.on(new Fact.Demand(DRIVER, cpu(2), 1));
        trial.on(new Fact.Demand(DRIVER, Shape.of(resources("GPU", 1), SHARED), 1));
        assertTrue(only(Effect.Wanted.class, trial.effects).isEmpty());
    }

    @Test
    void submittersAreServedInTurn() {
        var trial = Trial.with(Resources.cpu(1));
        var first = trial.demand(DRIVER, cpu(1), 10).getFirst();
        var other = first.worker();
        trial.demand(other, cpu(1), 10);
        var lease = first;
        for (var next : List.of(other, DRIVER, other, DRIVER)) {
            lease = only(Effect.Granted.class, trial.on(new Fact.Return(lease.lease()))).getFirst();
            assertEquals(next, lease.to());
            assertTrue(lease.othersWait());
        }
    }

    @Test
    void aJobWithManySubmittersAndTasksDoesNotKeepAnotherWaiting() {
        var trial = Trial.with(Resources.cpu(4));
        var first = trial.demand(DRIVER, cpu(1), 100_000);
        trial.demand(first.getFirst().worker(), cpu(1), 100_000);
        trial.demand(DRIVER, cpu(0.5), 100_000);
        var job = trial.head.nextJob();
        var other = trial.head.nextProcess();
        trial.on(new Fact.JobStarted(job, other, "there", WorkerSettings.shared(job)));
        trial.on(new Fact.Demand(other, Shape.of(Resources.cpu(1), WorkerSettings.shared(job)), 10));
        var running = new ArrayDeque<>(first);
        int ofOther = 0;
        for (int i = 0; i < 20; i++) {
            for (var granted : only(Effect.Granted.class, trial.on(new Fact.Return(running.remove().lease())))) {
                running.add(granted);
                ofOther += granted.to().equals(other) ? 1 : 0;
            }
        }
        assertTrue(ofOther >= 9, "of 20 turns it had " + ofOther);
    }

    @Test
    void resourcesThatNoNodeHasTogetherAreNamed() {
        var trial = Trial.with(resources("disk", 2), Resources.cpu(2));
        trial.demand(DRIVER, Shape.of(Resources.of(Map.of("CPU", 1.0, "disk", 1.0)), SHARED), 1);
        trial.demand(DRIVER, Shape.of(resources("fpga", 1), SHARED), 1);
        assertEquals(List.of(
                "no node has CPU 1, disk 1: add such a node or ask for less (some nodes have enough of each, but no node has all of it)",
                "no node has fpga 1: add such a node or ask for less (no node has any fpga)"),
                trial.head.view().waiting().stream().map(Cluster.Waiting::why).toList());
    }

    @Test
    void aBlockedTaskLendsItsCpuAndTakesItBackWithoutAsking() {
        var trial = Trial.with(Resources.cpu(1));
        var parent = trial.demand(DRIVER, cpu(1), 1).getFirst();
        trial.on(new Fact.Demand(parent.worker(), cpu(1), 2));
        var child = only(Effect.Granted.class, trial.on(new Fact.Blocked(parent.lease()))).getFirst();
        trial.on(new Fact.Unblocked(parent.lease()));
        assertEquals(Resources.NONE.minus(Resources.cpu(1)), trial.available(1));
        assertEquals(0, only(Effect.Granted.class, trial.on(new Fact.Return(child.lease()))).size(), "over-committed: nothing is granted");
        assertEquals(1, only(Effect.Granted.class, trial.on(new Fact.Return(parent.lease()))).size());
    }

    @Test
    void aBlockedTaskKeepsItsGpu() {
        var trial = Trial.with(Resources.of(Map.of("CPU", 2.0, "GPU", 1.0)));
        var lease = trial.demand(DRIVER, Shape.of(Resources.of(Map.of("CPU", 1.0, "GPU", 1.0)), SHARED), 1).getFirst();
        assertEquals(List.of(0), lease.gpus());
        trial.on(new Fact.Blocked(lease.lease()));
        assertEquals(Resources.cpu(2), trial.available(1));
    }

    @Test
    void twoHalvesShareAGpu() {
        var trial = Trial.with(Resources.of(Map.of("CPU", 8.0, "GPU", 2.0)));
        var granted = trial.demand(DRIVER, Shape.of(resources("GPU", 0.5), SHARED), 5);
        assertEquals(List.of(List.of(0), List.of(0), List.of(1), List.of(1)), granted.stream().map(Effect.Granted::gpus).toList());
        var started = only(Effect.StartWorker.class, trial.effects);
        assertEquals(List.of(List.of(0), List.of(0), List.of(1), List.of(1)), started.stream().map(Effect.StartWorker::gpus).toList());
    }

    @Test
    void withItsWorkerALeaseIsLostAndTheDemandServedAnew() {
        var trial = Trial.with(Resources.cpu(1));
        var lease = trial.demand(DRIVER, cpu(1), 1).getFirst();
        var said = trial.on(new Fact.ProcessLost(lease.worker(), "exit 137", Set.of(7L)));
        assertEquals(List.of(new Effect.LeaseLost(DRIVER, lease.lease(), "exit 137", true, Set.of(7L))),
                only(Effect.LeaseLost.class, said));
        assertNotEquals(lease.worker(), only(Effect.Granted.class, said).getFirst().worker());
    }

    @Test
    void whenASubmitterDiesItsTasksAreRevokedAndHoldTheirRoomUntilTheyHaveStopped() {
        var trial = Trial.with(Resources.cpu(1), Resources.cpu(1));
        var first = trial.demand(DRIVER, cpu(1), 1).getFirst();
        var child = trial.demand(first.worker(), cpu(1), 1).getFirst();
        var said = trial.on(new Fact.ProcessLost(first.worker(), "exit 1", Set.of()));
        assertEquals(child.lease(), only(Effect.Revoke.class, said).getFirst().lease());
        assertEquals(Resources.NONE, trial.available((int) child.node().number()));
        trial.on(new Fact.Return(child.lease()));
        assertEquals(Resources.cpu(1), trial.available((int) child.node().number()));
    }

    @Test
    void nodesArePackedToOneHalfAndThenSpread() {
        var trial = Trial.with(Resources.cpu(4), Resources.cpu(4));
        for (long node : List.of(1L, 1L, 2L, 2L, 1L, 2L)) {
            assertEquals(node,
                    trial.demand(DRIVER, cpu(1), only(Effect.Granted.class, trial.effects).size() + 1).getFirst().node().number());
        }
    }

    @Test
    void cpuWorkAvoidsGpuNodes() {
        var trial = Trial.with(Resources.of(Map.of("CPU", 4.0, "GPU", 1.0)), Resources.cpu(2));
        var nodes = trial.demand(DRIVER, cpu(1), 3).stream().map(lease -> lease.node().number()).toList();
        assertEquals(List.of(2L, 2L, 1L), nodes);
    }

    @Test
    void workGoesWhereItsArgumentsAre() {
        var trial = Trial.with(Resources.cpu(4), Resources.cpu(4));
        var granted = only(Effect.Granted.class, trial.on(new Fact.Demand(DRIVER, cpu(1), 1, Optional.of(new NodeKey(2)))));
        assertEquals(2, granted.getFirst().node().number());
    }

    @Test
    void whatFitsNowhereWaitsAndTheViewSaysWhy() {
        var trial = Trial.with(Resources.cpu(1));
        trial.demand(DRIVER, cpu(64), 1);
        var waiting = trial.head.view().waiting().getFirst();
        assertEquals("no node has CPU 64: add such a node or ask for less (the most that a node has is CPU 1)", waiting.why());
        trial.join(9, Resources.cpu(64), Optional.empty());
        assertEquals(9, trial.last(Effect.Granted.class).node().number());
    }

    @Test
    void whoseWorkStandsStillHearsWhyOnce() {
        var trial = Trial.with(Resources.cpu(2));
        var shape = cpu(64);
        var why = "no node has CPU 64: add such a node or ask for less (the most that a node has is CPU 2)";
        assertEquals(List.of(new Effect.Waits(DRIVER, shape, why, true)),
                trial.on(new Fact.Demand(DRIVER, shape, 1)), "at once, as waiting does not help");
        trial.after(Duration.ZERO);
        assertEquals(List.of(), trial.after(Duration.ofSeconds(5)));
        trial.demand(DRIVER, cpu(1), 5);
        trial.after(Duration.ofSeconds(5));
        assertEquals(List.of(), trial.after(Duration.ofSeconds(5)), "who has leases goes on");
        trial.demand(DRIVER, cpu(2), 1);
        trial.after(Duration.ZERO);
        assertEquals(List.of(new Effect.Waits(DRIVER, cpu(2), "all CPU 2 is in use or reserved for work that is about to start", false)),
                trial.after(Duration.ofSeconds(1)));
    }

    @Test
    void idleProcessesAreUsedAgainAndStoppedAfterTenSeconds() {
        var trial = Trial.with(Resources.cpu(1));
        var shape = Shape.of(Resources.cpu(1), SHARED.alone());
        var first = trial.demand(DRIVER, shape, 1).getFirst();
        trial.on(new Fact.Demand(DRIVER, shape, 0));
        trial.on(new Fact.Return(first.lease()));
        assertTrue(trial.after(Duration.ofSeconds(9)).isEmpty());
        var second = trial.demand(DRIVER, shape, 1).getFirst();
        assertEquals(first.worker(), second.worker());
        trial.on(new Fact.Demand(DRIVER, shape, 0));
        trial.on(new Fact.Return(second.lease()));
        assertTrue(trial.after(Duration.ofSeconds(9)).isEmpty());
        trial.on(new Fact.OwnsObjects(first.worker(), true));
        assertTrue(trial.after(Duration.ofSeconds(2)).isEmpty(), "others may need its objects");
        trial.on(new Fact.OwnsObjects(first.worker(), false));
        assertEquals(first.worker(), only(Effect.StopWorker.class, trial.after(Duration.ofSeconds(1))).getFirst().process());
    }

    @Test
    void aNodeStartsOnlySoManyProcessesAtOnce() {
        var trial = Trial.with(Resources.cpu(1));
        trial.startAtOnce = false;
        trial.demand(DRIVER, Shape.of(Resources.cpu(0.1), SHARED.alone()), 10);
        assertEquals(4, only(Effect.StartWorker.class, trial.effects).size());
        trial.on(new Fact.WorkerStarted(trial.last(Effect.StartWorker.class).process()));
        assertEquals(5, only(Effect.StartWorker.class, trial.effects).size());
    }

    @Test
    void tasksThatNeedNothingDoNotStartProcessesWithoutEnd() {
        var trial = Trial.with(Resources.cpu(1));
        var free = Shape.of(Resources.NONE, SHARED.alone());
        var granted = trial.demand(DRIVER, free, 4096);
        assertEquals(4, granted.size());
        assertEquals(1, only(Effect.Granted.class, trial.on(new Fact.Blocked(granted.getFirst().lease()))).size(), "it waits for others");
        trial.on(new Fact.Unblocked(granted.getFirst().lease()));
        assertEquals(0, only(Effect.Granted.class, trial.on(new Fact.Return(granted.getFirst().lease()))).size());
        assertEquals(1, only(Effect.Granted.class, trial.on(new Fact.Return(granted.getLast().lease()))).size());
        assertEquals(4, trial.demand(granted.getLast().worker(), free, 10).size(), "each submitter may have as many");
    }

    @Test
    void aWorkerThatCannotStartFailsWhatNeedsIt() {
        var trial = Trial.with(Resources.cpu(4));
        trial.startAtOnce = false;
        var shape = Shape.of(Resources.cpu(1),
                new WorkerSettings(JOB, Isolation.PROCESS, List.of("-Xnonsense"), Map.of(), List.of(), Optional.empty()));
        trial.demand(DRIVER, shape, 2);
        var said = trial.on(new Fact.WorkerFailed(trial.last(Effect.StartWorker.class).process(), "Unrecognized option: -Xnonsense",
                StartFailure.SETTINGS));
        assertEquals(List.of(new Effect.Refused(DRIVER, new Fact.Demand(DRIVER, shape, 2), "Unrecognized option: -Xnonsense",
                Optional.of(StartFailure.SETTINGS))), said);
        assertEquals(Resources.cpu(4), trial.available(1));
    }

    @Test
    void aWorkerThatDiesWhileStartingIsTriedThreeTimes() {
        var trial = Trial.with(Resources.cpu(4));
        trial.startAtOnce = false;
        trial.demand(DRIVER, cpu(1), 4);
        for (int i = 1; i <= 3; i++) {
            assertEquals(List.of(), only(Effect.Refused.class, trial.effects));
            assertEquals(i, only(Effect.StartWorker.class, trial.effects).size());
            trial.on(new Fact.ProcessLost(trial.last(Effect.StartWorker.class).process(), "killed", Set.of()));
            trial.after(Duration.ofSeconds(10));
        }
        var refused = only(Effect.Refused.class, trial.effects).getFirst();
        assertEquals("killed", refused.reason());
        assertEquals(Optional.of(StartFailure.DEATH), refused.unstarted());
        assertEquals(3, only(Effect.StartWorker.class, trial.effects).size());
    }

    @Test
    void thePausesBetweenStartsBecomeLonger() {
        var trial = Trial.with(Resources.cpu(4));
        trial.startAtOnce = false;
        trial.demand(DRIVER, cpu(1), 4);
        for (int millis : List.of(500, 1_000)) {
            trial.on(new Fact.ProcessLost(trial.last(Effect.StartWorker.class).process(), "killed", Set.of()));
            assertEquals(List.of(), only(Effect.StartWorker.class, trial.after(Duration.ofMillis(millis - 1))));
            assertEquals(1, only(Effect.StartWorker.class, trial.after(Duration.ofMillis(1))).size());
        }
        trial.on(new Fact.WorkerStarted(trial.last(Effect.StartWorker.class).process()));
        trial.on(new Fact.ProcessLost(trial.last(Effect.StartWorker.class).process(), "killed", Set.of()));
        assertEquals(4, only(Effect.StartWorker.class, trial.effects).size(), "the one before had started well");
    }

    @Test
    void failedStartsAreCountedForEachCause() {
        var trial = Trial.with(Resources.cpu(4));
        trial.startAtOnce = false;
        trial.demand(DRIVER, cpu(1), 4);
        for (var cause : List.of(StartFailure.DEATH, StartFailure.SETUP, StartFailure.DEATH, StartFailure.SETUP)) {
            trial.on(new Fact.WorkerFailed(trial.last(Effect.StartWorker.class).process(), "by " + cause, cause));
            trial.after(Duration.ofSeconds(10));
        }
        assertEquals(List.of(), only(Effect.Refused.class, trial.effects));
        trial.on(new Fact.WorkerFailed(trial.last(Effect.StartWorker.class).process(), "no answer", StartFailure.SETUP));
        assertEquals(Optional.of(StartFailure.SETUP), trial.last(Effect.Refused.class).unstarted());
    }

    @Test
    void workersThatDieTogetherAreOneFailedStart() {
        var trial = Trial.with(Resources.cpu(4));
        trial.startAtOnce = false;
        trial.demand(DRIVER, Shape.of(Resources.cpu(1), SHARED.alone()), 4);
        var starting = only(Effect.StartWorker.class, trial.effects);
        assertEquals(4, starting.size());
        starting.forEach(start -> trial.on(new Fact.ProcessLost(start.process(), "killed", Set.of())));
        assertEquals(List.of(), only(Effect.Refused.class, trial.effects));
        assertEquals(4, only(Effect.StartWorker.class, trial.after(Duration.ofSeconds(1))).size());
    }

    @Test
    void aLowerDemandGivesUpWorkersThatAreStillStarting() {
        var trial = Trial.with(Resources.cpu(2));
        trial.startAtOnce = false;
        trial.demand(DRIVER, cpu(1), 2);
        trial.demand(DRIVER, cpu(1), 1);
        assertEquals(Resources.cpu(1), trial.available(1));
        assertEquals(1,
                only(Effect.Granted.class, trial.on(new Fact.WorkerStarted(trial.last(Effect.StartWorker.class).process()))).size());
    }

    @Test
    void factsOfThoseWhoAreGoneAreIgnored() {
        var trial = Trial.with(Resources.cpu(1));
        var lease = trial.demand(DRIVER, cpu(1), 1).getFirst();
        trial.on(new Fact.Return(lease.lease()));
        trial.on(new Fact.ProcessLost(DRIVER, "exit 0", Set.of()));
        assertTrue(trial.on(new Fact.Demand(DRIVER, cpu(1), 1)).isEmpty());
        assertTrue(trial.on(new Fact.Return(lease.lease())).isEmpty());
        assertTrue(trial.on(new Fact.Blocked(lease.lease())).isEmpty());
        assertTrue(trial.on(new Fact.WorkerStarted(new ProcessKey(77))).isEmpty());
        assertTrue(trial.on(new Fact.NodeLost(new NodeKey(77), "")).isEmpty());
    }
}
