package dev.troupe.head;

import static dev.troupe.head.Trial.DRIVER;
import static dev.troupe.head.Trial.JOB;
import static dev.troupe.head.Trial.SHARED;
import static dev.troupe.head.Trial.cpu;
import static dev.troupe.head.Trial.detached;
import static dev.troupe.head.Trial.named;
import static dev.troupe.head.Trial.needing;
import static dev.troupe.head.Trial.only;
import static dev.troupe.head.Trial.owned;
import static dev.troupe.head.Trial.restarting;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ActorsTest {
    @Test
    void itsCreatorHearsThatItIsMadeAndThatItLives() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(trial.spec());
        var news = only(Effect.ActorChanged.class, trial.effects);
        assertEquals(List.of(ActorState.PENDING_CREATION, ActorState.ALIVE), news.stream().map(Effect.ActorChanged::state).toList());
        assertEquals(List.of(DRIVER), news.getLast().to());
        assertEquals(trial.worker(actor), news.getLast().worker().orElseThrow());
        assertEquals(actor, trial.last(Effect.Place.class).spec().key());
    }

    @Test
    void itWaitsForItsArgumentsWithoutHoldingRoom() {
        var trial = Trial.with(Resources.cpu(1));
        var spec = needing(trial.spec(), Resources.cpu(1), Optional.empty(), SHARED);
        trial.on(new Fact.CreateActor(spec, false));
        assertEquals(ActorState.DEPENDENCIES_UNREADY, trial.state(spec.key()));
        assertEquals(Resources.cpu(1), trial.available(1));
        trial.on(new Fact.ActorArgumentsReady(spec.key()));
        assertEquals(ActorState.ALIVE, trial.state(spec.key()));
        assertEquals(Resources.NONE, trial.available(1));
    }

    @Test
    void aNameIsTakenWhileItsActorLives() {
        var trial = Trial.with(Resources.cpu(1));
        var first = trial.create(named(trial.spec(), "X"));
        trial.create(named(trial.spec(), "X"));
        assertEquals("Actor of name X exists", trial.last(Effect.Refused.class).reason());
        assertEquals(first, trial.head.actorNamed("here", "X").orElseThrow().spec().key());
        assertTrue(trial.head.actorNamed("there", "X").isEmpty());
        trial.on(new Fact.KillActor(first, true, "killed"));
        assertTrue(trial.head.actorNamed("here", "X").isEmpty());
        assertEquals(ActorState.ALIVE, trial.state(trial.create(named(trial.spec(), "X"))));
    }

    @Test
    void aNameTakenElsewhereIsRefusedWithItsNamespace() {
        var trial = Trial.with(Resources.cpu(1));
        trial.create(named(trial.spec(), "X"));
        var other = new JobKey(2);
        var driver = trial.head.nextProcess();
        trial.on(new Fact.JobStarted(other, driver, "there", WorkerSettings.shared(other)));
        trial.on(new Fact.CreateActor(
                new ActorSpec(new ActorKey(other, 1), "X", "here", false, Owner.of(driver), Resources.NONE, Optional.empty(),
                        WorkerSettings.shared(other), 0, "Player", new byte[0])));
        assertEquals("Actor with name 'X' already exists in the namespace here", trial.last(Effect.Refused.class).reason());
    }

    @Test
    void itIsRestartedAsOftenAsItMayAndThenDiesWithTheReason() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(restarting(trial.spec(), 1));
        var first = trial.worker(actor);
        trial.on(new Fact.ProcessLost(first, "exit 137; its log ends: boom", Set.of()));
        assertEquals(ActorState.ALIVE, trial.state(actor));
        assertNotEquals(first, trial.worker(actor));
        assertEquals(1, trial.last(Effect.Place.class).restarts());
        assertTrue(only(Effect.ActorChanged.class, trial.effects).stream().anyMatch(news -> news.state() == ActorState.RESTARTING));
        trial.on(new Fact.ProcessLost(trial.worker(actor), "exit 137; its log ends: boom", Set.of()));
        assertEquals(ActorState.DEAD, trial.state(actor));
        assertEquals("exit 137; its log ends: boom", trial.last(Effect.ActorChanged.class).why());
    }

    @Test
    void withoutLimitItIsAlwaysRestarted() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(restarting(trial.spec(), -1));
        for (int i = 1; i <= 20; i++) {
            trial.on(new Fact.ProcessLost(trial.worker(actor), "killed", Set.of()));
            assertEquals(i, trial.head.actor(actor).orElseThrow().restarts());
        }
    }

    private static final long CALL = 1000;

    private static boolean isAlone(Trial trial, ActorKey actor) {
        return trial.head.actor(actor).orElseThrow().spec().settings().isolation() == Isolation.PROCESS;
    }

    @Test
    void onlyWhoRanAloneInADeadWorkerPaysForItsRestart() {
        var trial = Trial.with(Resources.cpu(1));
        var culprit = trial.create(restarting(trial.spec(), 1));
        var idle = trial.create(restarting(trial.spec(), 1));
        trial.on(new Fact.ProcessLost(trial.worker(culprit), "exit 1", Set.of(CALL, culprit.number())));
        assertTrue(isAlone(trial, culprit));
        assertFalse(isAlone(trial, idle));
        assertEquals(1, trial.head.actor(idle).orElseThrow().restarts());
        trial.on(new Fact.ProcessLost(trial.worker(culprit), "exit 1", Set.of(CALL, culprit.number())));
        assertEquals(ActorState.DEAD, trial.state(culprit));
        trial.on(new Fact.ProcessLost(trial.worker(idle), "exit 1", Set.of(CALL)));
        assertEquals(ActorState.ALIVE, trial.state(idle), "a task was it");
        trial.on(new Fact.ProcessLost(trial.worker(idle), "killed", Set.of()));
        assertEquals(ActorState.ALIVE, trial.state(idle), "nobody knows who it was: it pays");
        trial.on(new Fact.ProcessLost(trial.worker(idle), "killed", Set.of()));
        assertEquals(ActorState.DEAD, trial.state(idle));
    }

    @Test
    void whoRanAmongOthersInADeadWorkerIsTriedAlone() {
        var trial = Trial.with(Resources.cpu(1));
        var one = trial.create(restarting(trial.spec(), 1));
        var other = trial.create(restarting(trial.spec(), 1));
        var mortal = trial.create(trial.spec());
        trial.on(new Fact.ProcessLost(trial.worker(one), "exit 1", Set.of(CALL, one.number(), CALL + 1, other.number())));
        assertEquals(ActorState.DEAD, trial.state(mortal), "it may not be restarted at all");
        assertTrue(trial.head.actor(mortal).orElseThrow().why().contains("was not the cause"));
        for (var actor : List.of(one, other)) {
            assertTrue(isAlone(trial, actor));
            trial.on(new Fact.ProcessLost(trial.worker(actor), "exit 1", Set.of(CALL, actor.number())));
            assertEquals(ActorState.ALIVE, trial.state(actor), "the first cost nothing");
            trial.on(new Fact.ProcessLost(trial.worker(actor), "exit 1", Set.of(CALL, actor.number())));
            assertEquals(ActorState.DEAD, trial.state(actor));
        }
    }

    @Test
    void whoeverHadToEndButRunsOnIsDeadAndKeepsItsRoom() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(needing(trial.spec(), Resources.cpu(1), Optional.empty(), SHARED));
        trial.on(new Fact.ActorBlocked(actor, 1));
        trial.on(new Fact.ActorRunsOn(actor, 1, "it left"));
        assertEquals(ActorState.DEAD, trial.state(actor));
        assertEquals("it left", trial.why(actor));
        assertEquals(Resources.NONE, trial.available(1));
        trial.on(new Fact.ActorExited(actor, 1, "it left"));
        assertEquals(Resources.cpu(1), trial.available(1));
    }

    @Test
    void whoseCreatorIsGoneBeforeTheArgumentsAreThereIsNeverMade() {
        var trial = Trial.with(Resources.cpu(1));
        var creator = trial.demand(DRIVER, cpu(1), 1).getFirst().worker();
        var spec = detached(owned(trial.spec(), creator, null));
        trial.on(new Fact.CreateActor(spec, false));
        trial.on(new Fact.ProcessLost(creator, "exit 1", Set.of()));
        assertEquals(ActorState.DEAD, trial.state(spec.key()));
    }

    @Test
    void newsOfAnEarlierIncarnationIsIgnored() {
        var trial = Trial.with(Resources.cpu(1));
        trial.constructAtOnce = false;
        var actor = trial.create(restarting(trial.spec(), 1));
        trial.on(new Fact.ProcessLost(trial.worker(actor), "killed", Set.of()));
        trial.on(new Fact.ActorReady(actor, 1));
        trial.on(new Fact.ActorFailed(actor, 1, "thrown", new byte[0]));
        trial.on(new Fact.ActorExited(actor, 1, "left"));
        assertEquals(ActorState.RESTARTING, trial.state(actor));
        trial.on(new Fact.ActorReady(actor, 2));
        assertEquals(ActorState.ALIVE, trial.state(actor));
    }

    @Test
    void killedForGoodItIsDeadAtOnceAndItsRoomFreeWhenItHasLeft() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(restarting(needing(trial.spec(), Resources.cpu(1), Optional.empty(), SHARED), -1));
        trial.on(new Fact.KillActor(actor, true, "it was killed"));
        assertEquals(ActorState.DEAD, trial.state(actor));
        assertFalse(trial.last(Effect.RemoveActor.class).graceful());
        assertEquals(Resources.NONE, trial.available(1));
        trial.on(new Fact.ActorExited(actor, 1, "done"));
        assertEquals(Resources.cpu(1), trial.available(1));
    }

    @Test
    void killedWithRestartItComesBackIfItMay() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(restarting(trial.spec(), 1));
        trial.on(new Fact.KillActor(actor, false, "killed"));
        assertEquals(ActorState.RESTARTING, trial.state(actor));
        assertEquals(Optional.empty(), trial.last(Effect.ActorChanged.class).worker());
        assertEquals(1, trial.last(Effect.RemoveActor.class).incarnation());
        assertEquals(1, trial.last(Effect.Place.class).incarnation(), "the last incarnation may still run");
        trial.on(new Fact.ActorExited(actor, 1, "killed"));
        assertEquals(ActorState.ALIVE, trial.state(actor));
        assertEquals(2, trial.last(Effect.Place.class).incarnation());
        trial.on(new Fact.KillActor(actor, false, "killed"));
        assertEquals(ActorState.DEAD, trial.state(actor));
    }

    @Test
    void killedWithRestartItComesBackAlthoughItsCodeRunsOn() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(restarting(trial.spec(), 1));
        trial.on(new Fact.KillActor(actor, false, "killed"));
        trial.on(new Fact.ActorRunsOn(actor, 1, "killed"));
        assertEquals(2, trial.last(Effect.Place.class).incarnation());
        trial.on(new Fact.ActorExited(actor, 1, "killed"));
        assertEquals(2, only(Effect.Place.class, trial.effects).size());
    }

    @Test
    void killedBeforeItHadRoomItNeverIs() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(needing(trial.spec(), Resources.cpu(2), Optional.empty(), SHARED));
        trial.on(new Fact.KillActor(actor, true, "killed"));
        trial.join(2, Resources.cpu(2), Optional.empty());
        assertEquals(ActorState.DEAD, trial.state(actor));
        assertTrue(only(Effect.Place.class, trial.effects).isEmpty());
        assertTrue(trial.head.view().waiting().isEmpty());
    }

    @Test
    void aConstructorThatThrowsIsNotTriedAgain() {
        var trial = Trial.with(Resources.cpu(1));
        trial.constructAtOnce = false;
        var actor = trial.create(restarting(trial.spec(), -1));
        trial.on(new Fact.ActorFailed(actor, 1, "the constructor threw", new byte[]{7}));
        assertEquals(ActorState.DEAD, trial.state(actor));
        assertArrayEquals(new byte[]{7}, trial.last(Effect.ActorChanged.class).failure());
    }

    @Test
    void withItsOwnProcessItsWorkerEndsWithIt() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(needing(trial.spec(), Resources.NONE, Optional.empty(), SHARED.alone()));
        var other = trial.create(needing(trial.spec(), Resources.NONE, Optional.empty(), SHARED.alone()));
        assertNotEquals(trial.worker(actor), trial.worker(other));
        var process = trial.worker(actor);
        trial.on(new Fact.KillActor(actor, true, "killed"));
        assertEquals(new Effect.StopWorker(new NodeKey(1), process, "killed", true), trial.last(Effect.StopWorker.class));
        var second = trial.worker(other);
        trial.on(new Fact.ActorExited(other, 1, "it left"));
        assertEquals(second, trial.last(Effect.StopWorker.class).process());
        assertFalse(trial.last(Effect.StopWorker.class).force());
        assertEquals("it left", trial.why(other));
    }

    @Test
    void whenNobodyHasAHandleItLeavesAfterItsCalls() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(trial.spec());
        var other = trial.worker(actor);
        trial.on(new Fact.HandleHeld(other, actor));
        assertEquals(List.of(other), trial.last(Effect.ActorChanged.class).to());
        trial.on(new Fact.HandleReleased(DRIVER, actor));
        assertTrue(only(Effect.RemoveActor.class, trial.effects).isEmpty());
        trial.on(new Fact.HandleReleased(other, actor));
        assertTrue(trial.last(Effect.RemoveActor.class).graceful());
        assertEquals(ActorState.ALIVE, trial.state(actor));
        trial.on(new Fact.ActorExited(actor, 1, "no handle to it is left"));
        assertEquals(ActorState.DEAD, trial.state(actor));
    }

    @Test
    void itsCreatorHearsOfItsDeathEvenWithoutAHandle() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(trial.spec());
        trial.on(new Fact.HandleReleased(DRIVER, actor));
        trial.on(new Fact.ActorExited(actor, 1, "no handle to it is left"));
        assertEquals(ActorState.DEAD, trial.last(Effect.ActorChanged.class).state());
        assertEquals(List.of(DRIVER), trial.last(Effect.ActorChanged.class).to());
    }

    @Test
    void detachedItHasAProcessOfItsOwnUnlessTheDriverIsTheWorker() {
        var trial = Trial.with(Resources.cpu(1));
        assertNotEquals(trial.worker(trial.create(trial.spec())), trial.worker(trial.create(detached(trial.spec()))));
        var embedded = Trial.embedded(Resources.cpu(1));
        assertEquals(DRIVER, embedded.worker(embedded.create(detached(embedded.spec()))));
    }

    @Test
    void detachedItNeedsNoHandleAndOutlivesItsJobInItsWorker() {
        var trial = Trial.with(Resources.cpu(2));
        var actor = trial.create(detached(trial.spec()));
        var plain = trial.create(trial.spec());
        trial.on(new Fact.HandleReleased(DRIVER, actor));
        trial.on(new Fact.JobEnded(JOB, "the driver is done"));
        assertEquals(ActorState.ALIVE, trial.state(actor));
        assertEquals(ActorState.DEAD, trial.state(plain));
        assertTrue(only(Effect.StopWorker.class, trial.effects).stream().noneMatch(stop -> stop.process().equals(trial.worker(actor))));
        trial.on(new Fact.ActorExited(plain, 1, "removed"));
        assertEquals(1, trial.demand(trial.worker(actor), cpu(1), 1).size(), "it can still submit");
        var process = trial.worker(actor);
        trial.on(new Fact.Demand(process, cpu(1), 0));
        trial.on(new Fact.Return(trial.last(Effect.Granted.class).lease()));
        trial.on(new Fact.KillActor(actor, true, "killed"));
        trial.on(new Fact.ActorExited(actor, 1, "removed"));
        assertEquals(process, trial.last(Effect.StopWorker.class).process());
    }

    @Test
    void atTheEndOfAJobItsWorkersStopAtOnce() {
        var trial = Trial.with(Resources.cpu(2));
        var lease = trial.demand(DRIVER, cpu(1), 1).getFirst();
        trial.on(new Fact.ProcessLost(DRIVER, "exit 0", Set.of()));
        assertEquals(lease.worker(), trial.last(Effect.StopWorker.class).process());
        assertTrue(trial.head.view().jobs().getFirst().ended());
        trial.on(new Fact.ProcessLost(lease.worker(), "stopped", Set.of()));
        assertEquals(Resources.cpu(2), trial.available(1));
    }

    @Test
    void itDiesWithTheActorThatMadeItAndWithTheProcessThatMadeIt() {
        var trial = Trial.with(Resources.cpu(1));
        var parent = trial.create(trial.spec());
        var child = trial.create(owned(trial.spec(), trial.worker(parent), parent));
        var grandchild = trial.create(owned(trial.spec(), trial.worker(parent), child));
        var ofProcess = trial.create(owned(trial.spec(), trial.worker(parent), null));
        trial.on(new Fact.KillActor(parent, true, "killed"));
        assertEquals(List.of(ActorState.DEAD, ActorState.DEAD, ActorState.ALIVE), List.of(trial.state(child), trial.state(grandchild),
                trial.state(ofProcess)));
        assertTrue(trial.why(child).startsWith("its owner, Player (actor 00000000000000000000000101000000), died"), trial.why(child));
        trial.on(new Fact.ProcessLost(trial.worker(ofProcess), "exit 1", Set.of()));
        assertTrue(trial.why(ofProcess).startsWith("its owner, process 2, is gone: exit 1"), trial.why(ofProcess));
    }

    @Test
    void anActorThatIsRestartedLosesThoseItMade() {
        var trial = Trial.with(Resources.cpu(1), Resources.cpu(1));
        var parent = trial.create(restarting(trial.spec(), 1));
        var child = trial.create(owned(restarting(trial.spec(), 5), trial.worker(parent), parent));
        trial.on(new Fact.KillActor(parent, false, "killed"));
        trial.on(new Fact.ActorExited(parent, 1, "killed"));
        assertEquals(ActorState.ALIVE, trial.state(parent));
        assertEquals(ActorState.DEAD, trial.state(child));
    }

    @Test
    void aHandleMayComeBeforeItsActor() {
        var trial = Trial.with(Resources.cpu(1));
        var worker = trial.demand(DRIVER, cpu(1), 1).getFirst().worker();
        var spec = trial.spec();
        assertTrue(trial.on(new Fact.HandleHeld(worker, spec.key())).isEmpty());
        trial.create(spec);
        assertEquals(List.of(DRIVER, worker), trial.last(Effect.ActorChanged.class).to());
        trial.on(new Fact.HandleHeld(worker, new ActorKey(JOB, 99)));
        trial.after(Duration.ofSeconds(1));
        var said = trial.after(Duration.ofSeconds(5));
        assertEquals(ActorState.DEAD, only(Effect.ActorChanged.class, said).getFirst().state());
    }

    @Test
    void onlyTheLatestDeadAreRemembered() {
        var trial = Trial.with(Resources.cpu(1));
        for (int i = 0; i < 10; i++) {
            trial.on(new Fact.KillActor(trial.create(trial.spec()), true, "killed"));
        }
        assertEquals(List.of(8L, 9L, 10L), trial.head.view().actors().stream().map(view -> view.spec().key().number()).toList());
    }

    @Test
    void aBlockedActorLendsItsCpu() {
        var trial = Trial.with(Resources.cpu(1));
        var actor = trial.create(needing(trial.spec(), Resources.cpu(1), Optional.empty(), SHARED));
        trial.on(new Fact.Demand(DRIVER, cpu(1), 1));
        assertEquals(1, only(Effect.Granted.class, trial.on(new Fact.ActorBlocked(actor, 1))).size());
    }

    @Test
    void actorsWithoutResourcesAreSpread() {
        var trial = Trial.with(Resources.cpu(1), Resources.cpu(1));
        trial.create(trial.spec());
        trial.create(trial.spec());
        var nodes = trial.head.view().actors().stream().map(view -> view.node().orElseThrow().number()).toList();
        assertEquals(List.of(1L, 2L), nodes);
    }
}
