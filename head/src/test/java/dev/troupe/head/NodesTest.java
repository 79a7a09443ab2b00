package dev.troupe.head;

import static dev.troupe.head.Trial.DRIVER;
import static dev.troupe.head.Trial.JOB;
import static dev.troupe.head.Trial.SHARED;
import static dev.troupe.head.Trial.cpu;
import static dev.troupe.head.Trial.needing;
import static dev.troupe.head.Trial.only;
import static dev.troupe.head.Trial.restarting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The life of a node: alive, suspect, draining, lost, fenced.
final class NodesTest {
    private static final NodeKey FIRST = new NodeKey(1);
    private static final NodeKey SECOND = new NodeKey(2);
    private static final Resources ONE = Resources.cpu(1);

    private static List<NodeState> states(Trial trial) {
        return trial.head.nodes().stream().map(Cluster.NodeView::state).toList();
    }

    @Test
    void aSuspectNodeGetsNothingNewAndKeepsWhatItHas() {
        var trial = Trial.with(Resources.cpu(4), ONE);
        trial.demand(DRIVER, cpu(1), 1);
        assertTrue(trial.on(new Fact.NodeSuspected(FIRST)).isEmpty());
        assertEquals(List.of(NodeState.SUSPECT, NodeState.ALIVE), states(trial));
        assertEquals(List.of(SECOND), trial.demand(DRIVER, cpu(1), 9).stream().map(Effect.Granted::node).toList());
        assertEquals(3, only(Effect.Granted.class, trial.on(new Fact.NodeTrusted(FIRST))).size());
    }

    @Test
    void workThatWasToBeginOnASuspectNodeBeginsElsewhere() {
        var trial = Trial.with(ONE, ONE);
        trial.startAtOnce = false;
        trial.demand(DRIVER, cpu(1), 1);
        var first = trial.last(Effect.StartWorker.class);
        trial.on(new Fact.NodeSuspected(first.node()));
        var second = trial.last(Effect.StartWorker.class);
        assertEquals(SECOND, second.node());
        assertEquals(List.of(), only(Effect.Granted.class, trial.on(new Fact.WorkerStarted(first.process()))));
        assertEquals(1, only(Effect.Granted.class, trial.on(new Fact.WorkerStarted(second.process()))).size());
    }

    @Test
    void theTasksOfALostNodeAreRetriedAtOnceAndItsActorsAfterTheFence() {
        var trial = Trial.with(Resources.cpu(2), Resources.cpu(2));
        var actor = trial.create(restarting(needing(trial.spec(), ONE, Optional.empty(), SHARED), 1));
        var lease = trial.demand(DRIVER, cpu(1), 1).getFirst();
        assertEquals(SECOND, lease.node());
        var other = trial.demand(DRIVER, cpu(1), 2).getFirst();
        assertEquals(FIRST, other.node());
        var said = trial.on(new Fact.NodeLost(FIRST, "no heartbeat"));
        assertEquals(ActorState.RESTARTING, trial.state(actor));
        assertEquals(List.of(other.lease()), only(Effect.LeaseLost.class, said).stream().map(Effect.LeaseLost::lease).toList());
        assertEquals(SECOND, only(Effect.Granted.class, said).getFirst().node());
        trial.on(new Fact.Demand(DRIVER, cpu(1), 0));
        trial.on(new Fact.Return(lease.lease()));
        assertEquals(1, only(Effect.Place.class, trial.effects).size(), "it may still run there");
        trial.on(new Fact.NodeFenced(FIRST, "its fence is over"));
        assertEquals(ActorState.ALIVE, trial.state(actor));
        assertEquals(SECOND, trial.head.actor(actor).orElseThrow().node().orElseThrow());
        assertTrue(trial.on(new Fact.NodeFenced(FIRST, "again")).isEmpty());
    }

    @Test
    void anEndThatWasWitnessedIsItsOwnFence() {
        var trial = Trial.with(ONE, ONE);
        var actor = trial.create(restarting(trial.spec(), 1));
        trial.on(new Fact.NodeFenced(FIRST, "it left"));
        assertEquals(ActorState.ALIVE, trial.state(actor));
        assertEquals(List.of(NodeState.ALIVE, NodeState.LOST), states(trial));
        assertFalse(trial.head.nodes().getLast().alive());
    }

    @Test
    void actorsRestartAtOnceIfThatIsPreferred() {
        var trial = new Trial(Trial.SETTINGS.withFastActorRestart(true));
        trial.join(1, ONE, Optional.empty());
        trial.join(2, ONE, Optional.empty());
        trial.on(new Fact.JobStarted(JOB, DRIVER, "here", SHARED));
        var actor = trial.create(restarting(trial.spec(), 1));
        trial.on(new Fact.NodeLost(FIRST, "no heartbeat"));
        assertEquals(SECOND, trial.head.actor(actor).orElseThrow().node().orElseThrow());
    }

    @Test
    void anActorThatWasToldToLeaveALostNodeWaitsForTheFence() {
        var trial = Trial.with(ONE, ONE);
        var actor = trial.create(restarting(trial.spec(), 1));
        trial.on(new Fact.KillActor(actor, false, "killed"));
        trial.on(new Fact.NodeLost(FIRST, "no heartbeat"));
        assertEquals(1, only(Effect.Place.class, trial.effects).size());
        trial.on(new Fact.NodeFenced(FIRST, "its fence is over"));
        assertEquals(2, trial.last(Effect.Place.class).incarnation());
    }

    @Test
    void anActorThatIsKilledBeforeTheFenceStaysDead() {
        var trial = Trial.with(ONE, ONE);
        var actor = trial.create(restarting(trial.spec(), 1));
        trial.on(new Fact.NodeLost(FIRST, "no heartbeat"));
        trial.on(new Fact.KillActor(actor, true, "killed"));
        trial.on(new Fact.NodeFenced(FIRST, "its fence is over"));
        assertEquals(ActorState.DEAD, trial.state(actor));
        assertEquals(1, only(Effect.Place.class, trial.effects).size());
    }

    @Test
    void aDriverIsLostWithItsNode() {
        var trial = Trial.with(ONE, ONE);
        var job = trial.head.nextJob();
        trial.on(new Fact.JobStarted(job, trial.head.nextProcess(), "there", WorkerSettings.shared(job), Optional.of(SECOND)));
        assertEquals(2, trial.head.view().jobs().size());
        trial.on(new Fact.NodeLost(SECOND, "no heartbeat"));
        assertEquals(List.of(JOB), trial.head.view().jobs().stream().map(Cluster.JobView::job).toList());
    }

    @Test
    void aDrainedNodeIsReportedWhenItsWorkHasEnded() {
        var trial = Trial.with(Resources.cpu(2), Resources.cpu(2));
        var lease = trial.demand(DRIVER, cpu(1), 1).getFirst();
        var said = trial.on(new Fact.DrainNode(FIRST, Duration.ofMinutes(10)));
        assertEquals(List.of(new Effect.Recall(DRIVER, lease.lease())), said);
        assertEquals(List.of(NodeState.DRAINING, NodeState.ALIVE), states(trial));
        assertEquals(List.of(SECOND), trial.demand(DRIVER, cpu(1), 2).stream().map(Effect.Granted::node).toList());
        said = trial.on(new Fact.Return(lease.lease()));
        assertEquals(List.of(new Effect.Drained(FIRST)), only(Effect.Drained.class, said));
        assertTrue(only(Effect.Drained.class, trial.after(Duration.ofMinutes(11))).isEmpty(), "once");
    }

    @Test
    void aNodeWithoutWorkIsDrainedAtOnce() {
        var trial = Trial.with(ONE);
        assertEquals(List.of(new Effect.Drained(FIRST)), trial.on(new Fact.DrainNode(FIRST, Duration.ofMinutes(10))));
    }

    @Test
    void afterTheDeadlineWorkIsEndedAndActorsRestartElsewhereForFree() {
        var trial = Trial.with(ONE, ONE);
        var actor = trial.create(restarting(trial.spec(), 1));
        var worker = trial.worker(actor);
        trial.on(new Fact.DrainNode(FIRST, Duration.ofMinutes(10)));
        assertTrue(trial.after(Duration.ofMinutes(9)).isEmpty());
        var stop = only(Effect.StopWorker.class, trial.after(Duration.ofMinutes(1))).getFirst();
        assertTrue(stop.force());
        assertEquals("the time to drain node 1 is over", stop.why());
        var said = trial.on(new Fact.ProcessLost(worker, "it was stopped", Set.of()));
        assertEquals(List.of(new Effect.Drained(FIRST)), only(Effect.Drained.class, said));
        assertEquals(SECOND, trial.head.actor(actor).orElseThrow().node().orElseThrow());
        trial.on(new Fact.ProcessLost(trial.worker(actor), "exit 1", Set.of()));
        assertEquals(ActorState.ALIVE, trial.state(actor), "its one restart is still left");
    }

    @Test
    void theBundlesOfADrainedNodeMove() {
        var trial = Trial.with(ONE, ONE);
        var group = trial.group("", Strategy.PACK, ONE);
        trial.on(new Fact.DrainNode(FIRST, Duration.ofMinutes(10)));
        assertEquals(List.of(2L), trial.places(group));
        assertEquals("node 1 is drained", only(Effect.GroupChanged.class, trial.effects).get(2).why());
    }

    @Test
    void aLostNumberIsNeverBelievedAgain() {
        var trial = Trial.with(ONE, ONE);
        trial.on(new Fact.NodeLost(FIRST, "no heartbeat"));
        trial.join(1, ONE, Optional.empty());
        assertEquals(List.of(NodeState.ALIVE, NodeState.LOST), states(trial));
        assertEquals(new NodeKey(3), trial.head.nextNode());
    }

    @Test
    void aNodeWithoutResourcesTakesNoWork() {
        var trial = Trial.with(Resources.NONE);
        var actor = trial.create(trial.spec());
        assertEquals(ActorState.PENDING_CREATION, trial.state(actor));
    }
}
