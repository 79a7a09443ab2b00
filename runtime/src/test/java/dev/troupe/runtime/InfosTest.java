package dev.troupe.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.calls.GroupSnapshot;
import dev.troupe.messages.Ids;
import dev.troupe.values.Values;
import io.ray.api.exception.RayException;
import io.ray.api.id.UniqueId;
import io.ray.api.options.PlacementGroupCreationOptions;
import io.ray.api.placementgroup.PlacementGroupState;
import io.ray.api.placementgroup.PlacementStrategy;
import io.ray.api.runtimecontext.ActorInfo;
import io.ray.api.runtimecontext.ActorState;
import io.ray.api.runtimecontext.Address;
import io.ray.api.runtimecontext.NodeInfo;
import io.ray.api.runtimecontext.ResourceValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class InfosTest {
    @Test
    void aNodeHasItsLabelsAndItsId() {
        NodeInfo node = Infos.node(3, "10.0.0.1", "host", true, Map.of("CPU", 2.0), Map.of("zone", "a"));
        assertEquals(Map.of("zone", "a", "ray.io/node_id", Ids.node(3).toString()), node.labels);
        assertEquals(Map.of("CPU", 2.0, "node:10.0.0.1", 1.0), node.resources);
        assertTrue(Infos.node(3, "10.0.0.1", "host", false, Map.of("CPU", 2.0), Map.of()).resources.isEmpty());
    }

    @Test
    void anActorIsSomewhereOrNowhere() {
        ActorInfo placed = Infos.actor(1, 2, ActorState.ALIVE, 1, OptionalLong.of(3), "10.0.0.1", null);
        assertEquals("", placed.name);
        assertEquals(new Address(Ids.node(3), "10.0.0.1", 0), placed.address);
        assertEquals(UniqueId.NIL, Infos.actor(1, 2, ActorState.PENDING_CREATION, 0, OptionalLong.empty(), "", "n").address.nodeId);
    }

    @Test
    void devicesHaveNumbers() {
        Map<String, List<ResourceValue>> held = Infos.held(Map.of("CPU", 2.0, "GPU", 0.5), List.of(7L));
        assertEquals(7, held.get("GPU").getFirst().resourceId);
        assertEquals(0.5, held.get("GPU").getFirst().capacity);
        assertEquals(2.0, held.get("CPU").getFirst().capacity);
    }

    @Test
    void aGroupTravels() {
        GroupSnapshot group = new GroupSnapshot(Ids.group(1, 2), null, List.of(Map.of("CPU", 1.0)), PlacementStrategy.PACK,
                PlacementGroupState.CREATED);
        Values values = Values.with(getClass().getClassLoader());
        assertEquals(group, values.decode(values.encode(group)));
        assertEquals("", group.getName());
    }

    @Test
    void bundlesAreCheckedAndCopied() {
        Map<String, Double> bundle = new HashMap<>(Map.of("CPU", 1.0));
        List<Map<String, Double>> copy = GroupSnapshot
                .bundles(new PlacementGroupCreationOptions("g", List.of(bundle), PlacementStrategy.SPREAD));
        bundle.put("CPU", 5.0);
        assertEquals(List.of(Map.of("CPU", 1.0)), copy);
        assertThrows(IllegalArgumentException.class,
                () -> GroupSnapshot.bundles(new PlacementGroupCreationOptions("g", List.of(Map.of()), PlacementStrategy.PACK)));
        assertThrows(RayException.class, () -> GroupSnapshot
                .bundles(new PlacementGroupCreationOptions("g", List.of(Map.of("bundle", 1.0)), PlacementStrategy.PACK)));
        GroupSnapshot group = new GroupSnapshot(Ids.group(1, 2), "g", copy, PlacementStrategy.PACK, PlacementGroupState.PENDING);
        group.checkBundle(-1);
        group.checkBundle(0);
        assertEquals("Bundle index 1 is invalid, the placement group 'g' has 1: use 0 to 0, or -1 for any",
                assertThrows(IllegalArgumentException.class, () -> group.checkBundle(1)).getMessage());
    }
}
