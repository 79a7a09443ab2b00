package dev.troupe.head;

import static dev.troupe.head.Trial.DRIVER;
import static dev.troupe.head.Trial.JOB;
import static dev.troupe.head.Trial.SHARED;
import static dev.troupe.head.Trial.cpu;
import static dev.troupe.head.Trial.needing;
import static dev.troupe.head.Trial.only;
import static dev.troupe.head.Trial.restarting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GroupsTest {
    private static final Resources ONE = Resources.cpu(1);

    @Test
    void eachStrategyPlacesInItsWay() {
        record Case(Strategy strategy, List<Long> places) {}
        for (var given : List.of(new Case(Strategy.PACK, List.of(1L, 1L)), new Case(Strategy.STRICT_PACK, List.of(1L, 1L)),
                new Case(Strategy.SPREAD, List.of(1L, 2L)), new Case(Strategy.STRICT_SPREAD, List.of(1L, 2L)))) {
            var trial = Trial.with(Resources.cpu(2), Resources.cpu(2));
            var group = trial.group("", given.strategy, ONE, ONE);
            assertEquals(given.places, trial.places(group), given.toString());
            assertEquals(GroupState.CREATED, trial.last(Effect.GroupChanged.class).state());
        }
    }

    @Test
    void theLenientStrategiesMakeDo() {
        var trial = Trial.with(Resources.cpu(2));
        assertEquals(List.of(1L, 1L), trial.places(trial.group("", Strategy.SPREAD, ONE, ONE)));
        var two = Trial.with(Resources.cpu(1), Resources.cpu(1));
        assertEquals(List.of(1L, 2L), two.places(two.group("", Strategy.PACK, ONE, ONE)));
    }

    @Test
    void theStrictOnesWaitWithAReason() {
        var trial = Trial.with(Resources.cpu(1), Resources.cpu(1));
        var packed = trial.group("", Strategy.STRICT_PACK, ONE, ONE);
        var spread = trial.group("", Strategy.STRICT_SPREAD, ONE, ONE, ONE);
        assertEquals(
                List.of("no single node has enough free resources for all its bundles",
                        "it needs 3 different nodes with free resources; there are 2"),
                trial.head.view().waiting().stream().map(Cluster.Waiting::why).toList());
        trial.join(3, Resources.cpu(3), Optional.empty());
        assertEquals(List.of(3L, 3L), trial.places(packed));
        assertEquals(List.of(1L, 2L, 3L), trial.places(spread).stream().sorted().toList());
    }

    @Test
    void aStrictSpreadIsFoundIfThereIsOne() {
        var trial = Trial.with(Resources.of(Map.of("CPU", 2.0, "disk", 1.0)), Resources.cpu(2));
        var group = trial.group("", Strategy.STRICT_SPREAD, Resources.cpu(2), Resources.of(Map.of("CPU", 1.0, "disk", 1.0)));
        assertEquals(List.of(2L, 1L), trial.places(group));
    }

    @Test
    void itGetsAllOrNothing() {
        var trial = Trial.with(Resources.cpu(3));
        trial.group("", Strategy.PACK, Resources.cpu(2), Resources.cpu(2));
        assertEquals(Resources.cpu(3), trial.available(1));
    }

    @Test
    void workInAGroupTakesFromItsBundle() {
        var trial = Trial.with(Resources.cpu(4));
        var group = trial.group("", Strategy.PACK, ONE, Resources.cpu(2));
        assertEquals(2, trial.demand(DRIVER, inGroup(group, 1, ONE), 9).size());
        assertEquals(1, trial.demand(DRIVER, inGroup(group, -1, ONE), 9).size());
        assertEquals(1, trial.demand(DRIVER, cpu(1), 9).size(), "the rest of the node");
        assertEquals(3, trial.demand(DRIVER, inGroup(group, 0, Resources.NONE), 3).size(), "what needs nothing needs no room");
    }

    @Test
    void gpusOfAGroupAreUsedByItsWork() {
        var trial = Trial.with(Resources.of(Map.of("CPU", 4.0, "GPU", 2.0)));
        trial.demand(DRIVER, Shape.of(Resources.of(Map.of("GPU", 1.0)), SHARED), 1);
        var group = trial.group("", Strategy.PACK, Resources.of(Map.of("GPU", 1.0)));
        var granted = trial.demand(DRIVER, inGroup(group, 0, Resources.of(Map.of("GPU", 0.5))), 3);
        assertEquals(List.of(List.of(1), List.of(1)), granted.stream().map(Effect.Granted::gpus).toList());
    }

    @Test
    void workWaitsForItsGroup() {
        var trial = Trial.with(Resources.cpu(1));
        var group = trial.group("", Strategy.PACK, Resources.cpu(2));
        assertTrue(trial.demand(DRIVER, inGroup(group, 0, ONE), 1).isEmpty());
        trial.join(2, Resources.cpu(2), Optional.empty());
        assertEquals(2, trial.last(Effect.Granted.class).node().number());
    }

    @Test
    void removingItKillsItsActorsAndEndsItsLeases() {
        var trial = Trial.with(Resources.cpu(4));
        var group = trial.group("g", Strategy.PACK, Resources.cpu(3));
        var actor = trial.create(restarting(needing(trial.spec(), ONE, Optional.of(new BundleKey(group, 0)), SHARED), -1));
        var lease = trial.demand(DRIVER, inGroup(group, -1, ONE), 9).getFirst();
        trial.on(new Fact.RemoveGroup(group));
        assertEquals(ActorState.DEAD, trial.state(actor));
        assertTrue(only(Effect.LeaseLost.class, trial.effects).stream().anyMatch(lost -> lost.lease().equals(lease.lease())));
        assertEquals(group + " \"g\" is removed: removePlacementGroup() was called", trial.last(Effect.Refused.class).reason());
        assertEquals(ONE, trial.available(1), "what still runs holds its room");
        only(Effect.LeaseLost.class, trial.effects).forEach(lost -> trial.on(new Fact.Return(lost.lease())));
        trial.on(new Fact.ActorExited(actor, 1, "removed"));
        assertEquals(Resources.cpu(4), trial.available(1));
        assertEquals(GroupState.REMOVED, trial.head.group(group).orElseThrow().state());
        assertTrue(trial.head.groupNamed("here", "g").isEmpty());
        trial.demand(DRIVER, inGroup(group, -1, ONE), 1);
        assertEquals(group + " \"g\" is removed", trial.last(Effect.Refused.class).reason());
        assertTrue(trial.on(new Fact.RemoveGroup(group)).isEmpty(), "twice is once");
    }

    @Test
    void whatASubmitterDidNotEndBeforeItDiedItsWorkerEnds() {
        var trial = Trial.with(Resources.cpu(2));
        var submitter = trial.demand(DRIVER, Shape.of(ONE, SHARED.alone()), 1).getFirst().worker();
        var group = trial.group("", Strategy.PACK, ONE);
        var lease = trial.demand(submitter, inGroup(group, 0, ONE), 1).getFirst();
        trial.on(new Fact.RemoveGroup(group));
        assertTrue(only(Effect.Revoke.class, trial.effects).isEmpty(), "its submitter lives");
        trial.on(new Fact.ProcessLost(submitter, "exit 1", Set.of()));
        assertEquals(lease.lease(), trial.last(Effect.Revoke.class).lease());
        trial.on(new Fact.Return(lease.lease()));
        trial.on(new Fact.Demand(DRIVER, Shape.of(ONE, SHARED.alone()), 0));
        trial.on(new Fact.Return(trial.last(Effect.Granted.class).lease()));
        assertEquals(Resources.cpu(2), trial.available(1));
    }

    @Test
    void whenItsNodeIsLostItIsPlacedAnewAndItsActorsComeBack() {
        var trial = Trial.with(Resources.cpu(2), Resources.cpu(2));
        var group = trial.group("", Strategy.STRICT_PACK, Resources.cpu(2));
        var actor = trial.create(restarting(needing(trial.spec(), ONE, Optional.of(new BundleKey(group, 0)), SHARED), 1));
        trial.on(new Fact.NodeLost(new NodeKey(1), "no heartbeat"));
        var states = only(Effect.GroupChanged.class, trial.effects).stream().map(Effect.GroupChanged::state).toList();
        assertEquals(List.of(GroupState.PENDING, GroupState.CREATED, GroupState.RESCHEDULING, GroupState.CREATED), states);
        assertEquals(List.of(2L), trial.places(group));
        assertEquals(ActorState.RESTARTING, trial.state(actor));
        trial.on(new Fact.NodeFenced(new NodeKey(1), "its fence is over"));
        assertEquals(ActorState.ALIVE, trial.state(actor));
        assertEquals(2, trial.head.actor(actor).orElseThrow().node().orElseThrow().number());
    }

    @Test
    void aNameIsTakenUntilItsGroupIsRemoved() {
        var trial = Trial.with(Resources.cpu(4));
        var first = trial.group("g", Strategy.PACK, ONE);
        trial.group("g", Strategy.PACK, ONE);
        assertEquals("Placement group with name g exists!", trial.last(Effect.Refused.class).reason());
        trial.on(new Fact.RemoveGroup(first));
        var second = trial.group("g", Strategy.PACK, ONE);
        assertEquals(second, trial.head.groupNamed("here", "g").orElseThrow().spec().key());
    }

    @Test
    void aBundleThatIsNotThereIsRefused() {
        var trial = Trial.with(Resources.cpu(4));
        var group = trial.group("", Strategy.PACK, ONE, ONE);
        trial.create(needing(trial.spec(), ONE, Optional.of(new BundleKey(group, 2)), SHARED));
        assertEquals("Bundle index 2 is invalid, the total size of bundles is 2", trial.last(Effect.Refused.class).reason());
    }

    @Test
    void itEndsWithItsJobAndWatchersHearOfIt() {
        var trial = Trial.with(Resources.cpu(4));
        var other = new JobKey(2);
        var watcher = trial.head.nextProcess();
        trial.on(new Fact.JobStarted(other, watcher, "there", WorkerSettings.shared(other)));
        var group = trial.group("", Strategy.PACK, ONE);
        trial.on(new Fact.WatchGroup(watcher, group));
        assertEquals(GroupState.CREATED, trial.last(Effect.GroupChanged.class).state());
        trial.on(new Fact.ProcessLost(DRIVER, "exit 0", Set.of()));
        assertEquals(new Effect.GroupChanged(List.of(watcher), group, GroupState.REMOVED, JOB + " has ended: exit 0"),
                trial.last(Effect.GroupChanged.class));
        assertEquals(Resources.cpu(4), trial.available(1));
    }

    @Test
    void leasesAreAskedBackForAGroup() {
        var trial = Trial.with(Resources.cpu(2));
        trial.demand(DRIVER, cpu(1), 2);
        trial.group("", Strategy.PACK, ONE);
        assertEquals(new Effect.Wanted(DRIVER, cpu(1), true), trial.last(Effect.Wanted.class));
    }

    private static Shape inGroup(GroupKey group, int bundle, Resources resources) {
        return new Shape(resources, Optional.of(new BundleKey(group, bundle)), SHARED);
    }
}
