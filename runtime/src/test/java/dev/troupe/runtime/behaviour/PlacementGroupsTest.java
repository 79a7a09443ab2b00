package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Mode.CLUSTER;
import static dev.troupe.runtime.behaviour.Mode.EMBEDDED;
import static dev.troupe.runtime.behaviour.Mode.LOCAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.ray.api.PlacementGroups;
import io.ray.api.Ray;
import io.ray.api.exception.RayActorException;
import io.ray.api.exception.RayException;
import io.ray.api.options.PlacementGroupCreationOptions;
import io.ray.api.placementgroup.PlacementGroup;
import io.ray.api.placementgroup.PlacementGroupState;
import io.ray.api.placementgroup.PlacementStrategy;
import java.util.Collections;
import java.util.List;
import java.util.Map;

final class PlacementGroupsTest {
    private static final String FOUR_CPUS = "ray.head-args.0=--num-cpus=4";
    private static final String A_AND_B = "ray.head-args.1=--resources={\"A\":2,\"B\":2}";

    private static String pong() {
        return "pong";
    }

    private static PlacementGroup create(String name, PlacementStrategy strategy, List<Map<String, Double>> bundles) {
        var options = new PlacementGroupCreationOptions.Builder().setName(name).setStrategy(strategy).setBundles(bundles).build();
        return PlacementGroups.createPlacementGroup(options);
    }

    private static PlacementGroup packed(String name, int bundles) {
        return create(name, PlacementStrategy.PACK, Collections.nCopies(bundles, Map.of("CPU", 1.0)));
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER}, with = FOUR_CPUS)
    void anActorRunsInABundleOrInAnyOfThem() {
        var group = packed("unnamed_group", 2);
        assertTrue(group.wait(10));
        assertEquals("unnamed_group", group.getName());
        var first = Ray.actor(Counter::new, 1).setResource("CPU", 1.0).setPlacementGroup(group, 0).remote();
        assertEquals(1, first.task(Counter::value).remote().get());
        var any = Ray.actor(Counter::new, 1).setResource("CPU", 1.0).setPlacementGroup(group).remote();
        assertEquals(1, any.task(Counter::value).remote().get());
    }

    @In(value = {EMBEDDED, LOCAL, CLUSTER}, with = FOUR_CPUS)
    void aTaskRunsInABundleOrInAnyOfThem() {
        var group = packed("group", 1);
        assertTrue(group.wait(10));
        assertEquals("pong", Ray.task(PlacementGroupsTest::pong).setResource("CPU", 1.0).setPlacementGroup(group, 0).remote().get());
        assertEquals("pong", Ray.task(PlacementGroupsTest::pong).setResource("CPU", 1.0).setPlacementGroup(group).remote().get());
        assertEquals("pong", Ray.task(PlacementGroupsTest::pong).remote().get());
    }

    @In(value = {EMBEDDED, LOCAL}, with = FOUR_CPUS)
    void aGroupNobodyCanHostStaysPendingAndSoDoesItsWork() {
        var group = create("impossible", PlacementStrategy.PACK, List.of(Map.of("NOT-THERE", 1.0)));
        assertFalse(group.wait(0));
        assertEquals(PlacementGroupState.PENDING, PlacementGroups.getPlacementGroup(group.getId()).getState());
        var stuck = Ray.task(PlacementGroupsTest::pong).setResource("CPU", 1.0).setPlacementGroup(group, 0).remote();
        assertEquals(List.of(stuck), Ray.wait(List.of(stuck), 1, 200).getUnready());
        assertFalse(group.wait(1));
    }

    @In(value = {EMBEDDED, LOCAL}, with = FOUR_CPUS)
    void groupsCanBeLookedUp() {
        var first = packed("first", 1);
        var second = packed("second", 1);
        assertTrue(first.wait(10) && second.wait(10));
        var found = PlacementGroups.getPlacementGroup(first.getId());
        assertEquals(first.getId(), found.getId());
        assertEquals(List.of(Map.of("CPU", 1.0)), found.getBundles());
        assertEquals(PlacementStrategy.PACK, found.getStrategy());
        assertEquals(PlacementGroupState.CREATED, found.getState());
        var all = PlacementGroups.getAllPlacementGroups();
        assertEquals(2, all.size());
        for (var group : all) {
            assertEquals(1, group.getBundles().size());
            assertEquals(PlacementStrategy.PACK, group.getStrategy());
        }
    }

    @In(value = {EMBEDDED, LOCAL}, with = FOUR_CPUS)
    void aGroupIsFoundByItsName() {
        var group = packed("named", 1);
        assertTrue(group.wait(10));
        var found = PlacementGroups.getPlacementGroup("named");
        assertNotNull(found);
        assertEquals(group.getId(), found.getId());
        assertEquals(1, found.getBundles().size());
        assertNull(PlacementGroups.getPlacementGroup("nobody"));
    }

    @In(value = {EMBEDDED, LOCAL}, with = FOUR_CPUS)
    void aNameIsTakenOnlyOnce() {
        var group = packed("named", 1);
        assertTrue(group.wait(10));
        assertThrows(IllegalArgumentException.class, () -> packed("named", 1));
        PlacementGroups.removePlacementGroup(group.getId());
        assertTrue(packed("named", 1).wait(10), "the name is free again");
    }

    @In(value = {EMBEDDED, LOCAL}, with = FOUR_CPUS)
    void aRemovedGroupIsRemovedAtOnce() {
        var group = packed("removed", 1);
        assertTrue(group.wait(10));
        PlacementGroups.removePlacementGroup(group.getId());
        var removed = PlacementGroups.getPlacementGroup(group.getId());
        assertEquals(PlacementGroupState.REMOVED, removed.getState());
        assertEquals("The placement group " + group.getId() + " is removed.",
                assertThrows(RayException.class, () -> removed.wait(10)).getMessage());
        var late = Ray.task(PlacementGroupsTest::pong).setPlacementGroup(group, 0).remote();
        var failure = assertThrows(RayException.class, () -> late.get());
        assertEquals(RayException.class, failure.getClass(), "its environment is not the reason");
        assertTrue(failure.getMessage().contains("placement group " + group.getId() + " \"removed\" is removed"), failure.getMessage());
        PlacementGroups.removePlacementGroup(group.getId());
    }

    @In(value = {EMBEDDED, CLUSTER}, with = FOUR_CPUS)
    void removingAGroupEndsWhatRunsInIt() {
        var group = packed("removed", 2);
        assertTrue(group.wait(10));
        var gate = Gate.shut();
        var counter = Ray.actor(Counter::new, 1).setResource("CPU", 1.0).setPlacementGroup(group, 0).remote();
        assertEquals(1, counter.task(Counter::value).remote().get());
        var task = Ray.task(PlacementGroupsTest::waitAt, gate).setResource("CPU", 1.0).setPlacementGroup(group, 1).remote();
        gate.awaitArrivals(1);
        PlacementGroups.removePlacementGroup(group.getId());
        assertThrows(RayException.class, task::get);
        assertThrows(RayActorException.class, () -> counter.task(Counter::value).remote().get());
        var whole = Ray.task(PlacementGroupsTest::pong).setResource("CPU", 4.0).remote();
        assertEquals("pong", whole.get(), "its CPUs are free again");
    }

    @In(value = {EMBEDDED, CLUSTER}, with = FOUR_CPUS)
    void callsOfAnActorForARemovedGroupFail() {
        var group = packed("removed", 1);
        assertTrue(group.wait(10));
        PlacementGroups.removePlacementGroup(group.getId());
        var counter = Ray.actor(Counter::new, 1).setPlacementGroup(group, 0).remote();
        var failure = assertThrows(RayActorException.class, () -> counter.task(Counter::value).remote().get());
        assertTrue(failure.getMessage().contains("removed"), failure.getMessage());
    }

    private static int waitAt(Gate gate) throws InterruptedException {
        return gate.pass(1);
    }

    @In(value = {EMBEDDED, LOCAL}, with = FOUR_CPUS)
    void aBundleThatDoesNotExistIsRefused() {
        var group = packed("group", 1);
        assertTrue(group.wait(10));
        var creator = Ray.actor(Counter::new, 1).setPlacementGroup(group, 1);
        assertThrows(IllegalArgumentException.class, creator::remote);
    }

    @In(EMBEDDED)
    void aGroupWithoutBundlesIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> create("empty", PlacementStrategy.PACK, List.of()));
    }

    @In(EMBEDDED)
    void aBundleOfNothingIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> create("zero", PlacementStrategy.PACK, List.of(Map.of("CPU", 0.0))));
    }

    @In(value = {EMBEDDED, CLUSTER}, with = {"ray.head-args.0=--num-cpus=1", "ray.head-args.1=--memory=1073741824"})
    void workWithoutWishesOfItsOwnFitsIntoAnyBundle() {
        var group = create("memory", PlacementStrategy.PACK, List.of(Map.of("memory", 1073741824.0)));
        assertTrue(group.wait(10));
        var counter = Ray.actor(Counter::new, 1).setPlacementGroup(group, 0).remote();
        assertEquals(1, counter.task(Counter::value).remote().get());
        assertEquals("pong", Ray.task(PlacementGroupsTest::pong).setPlacementGroup(group, 0).remote().get());
    }

    @In(value = {EMBEDDED, CLUSTER}, with = FOUR_CPUS)
    void workInAGroupUsesWhatTheGroupHolds() {
        var group = packed("all", 4);
        assertTrue(group.wait(10));
        var outside = Ray.task(PlacementGroupsTest::pong).remote();
        assertEquals(List.of(outside), Ray.wait(List.of(outside), 1, 100).getUnready(), "the group holds every CPU");
        assertEquals("pong", Ray.task(PlacementGroupsTest::pong).setResource("CPU", 1.0).setPlacementGroup(group).remote().get());
        PlacementGroups.removePlacementGroup(group.getId());
        assertEquals("pong", outside.get());
    }

    @In(value = EMBEDDED, with = {FOUR_CPUS, A_AND_B})
    void bundlesMayHoldDifferentThings() {
        var group = create("mixed", PlacementStrategy.STRICT_PACK, List.of(Map.of("A", 2.0, "CPU", 1.0), Map.of("B", 2.0)));
        assertTrue(group.wait(10));
        assertEquals("pong", Ray.task(PlacementGroupsTest::pong).setResource("A", 1.0).setPlacementGroup(group, 0).remote().get());
        var counter = Ray.actor(Counter::new, 1).setResource("B", 1.0).setPlacementGroup(group, 1).remote();
        assertEquals(1, counter.task(Counter::value).remote().get());
    }

    @In(value = EMBEDDED, with = FOUR_CPUS)
    void oneBundleCanBeSpreadStrictlyButTwoNeedTwoNodes() {
        assertTrue(create("one", PlacementStrategy.STRICT_SPREAD, List.of(Map.of("CPU", 1.0))).wait(10));
        var two = create("two", PlacementStrategy.STRICT_SPREAD, List.of(Map.of("CPU", 1.0), Map.of("CPU", 1.0)));
        assertFalse(two.wait(0));
        assertTrue(create("spread", PlacementStrategy.SPREAD, List.of(Map.of("CPU", 1.0), Map.of("CPU", 1.0))).wait(10));
    }
}
