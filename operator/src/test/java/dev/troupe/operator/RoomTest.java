package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Which pods find room on which nodes.
final class RoomTest {
    private static NodeBuilder node(String name) {
        return new NodeBuilder().withNewMetadata().withName(name).addToLabels("name", name).endMetadata().withNewSpec().endSpec()
                .withNewStatus()
                .withAllocatable(Map.of("cpu", new Quantity("4"), "memory", new Quantity("8Gi"), "pods", new Quantity("3"))).endStatus();
    }

    private static Room room(Node... nodes) {
        return new Room(List.of(nodes));
    }

    private static PodSpecBuilder pod(String cpu, String memory) {
        return new PodSpecBuilder().addNewContainer().withName("a").withNewResources().addToRequests("cpu", new Quantity(cpu))
                .addToLimits("cpu", new Quantity("100")).addToLimits("memory", new Quantity(memory)).endResources().endContainer();
    }

    private static Room.Needs needs(PodSpec spec) {
        return Room.Needs.of(spec);
    }

    @Test
    void whatIsAskedForIsAddedUp() {
        PodSpec spec = pod("500m", "1Gi").addNewContainer().withName("b").withNewResources().addToRequests("cpu", new Quantity("1"))
                .endResources().endContainer().addNewInitContainer().withName("c").withNewResources()
                .addToRequests("cpu", new Quantity("1200m")).addToRequests("memory", new Quantity("2Gi")).endResources().endInitContainer()
                .addNewContainer().withName("d").endContainer().build();
        Map<String, BigDecimal> amounts = needs(spec).amounts();
        assertEquals(0, new BigDecimal("1.5").compareTo(amounts.get("cpu")));
        assertEquals(0, BigDecimal.valueOf(2L << 30).compareTo(amounts.get("memory")), "an init container's, which is more");
    }

    @Test
    void roomIsUsedUp() {
        Room room = room(node("a").build());
        assertTrue(room.fits(needs(pod("4", "8Gi").build())));
        assertFalse(room.couldFit(needs(pod("5", "1Gi").build())));
        room.occupy("a", needs(pod("1", "6Gi").build()));
        room.occupy("gone", needs(pod("4", "8Gi").build()));
        assertFalse(room.fits(needs(pod("1", "3Gi").build())));
        assertTrue(room.couldFit(needs(pod("1", "3Gi").build())), "when the other leaves");
        assertTrue(room.fits(needs(pod("3", "2Gi").build())));
        assertEquals(0, room.expect(needs(pod("1", "1Gi").build()), 1));
        assertEquals(1, room.expect(needs(pod("9", "1Gi").build()), 1));
        assertFalse(room.fits(needs(pod("3", "1Gi").build())));
        room.expect(needs(pod("0", "0").build()), 1);
        assertFalse(room.fits(needs(pod("0", "0").build())), "a node takes so many pods");
    }

    @Test
    void notEveryNodeTakesEveryPod() {
        Node tainted = node("a").editSpec().addNewTaint().withKey("gpu").withValue("yes").withEffect("NoSchedule").endTaint().addNewTaint()
                .withKey("old").withEffect("PreferNoSchedule").endTaint().endSpec().build();
        PodSpecBuilder pod = pod("1", "1Gi");
        assertFalse(room(tainted).fits(needs(pod.build())));
        for (PodSpecBuilder tolerant : List.of(pod("1", "1").addNewToleration().withOperator("Exists").endToleration(),
                pod("1", "1").addNewToleration().withKey("gpu").withValue("yes").withEffect("NoSchedule").endToleration(),
                pod("1", "1").addNewToleration().withKey("gpu").withOperator("Exists").endToleration())) {
            assertTrue(room(tainted).fits(needs(tolerant.build())), tolerant::toString);
        }
        for (PodSpecBuilder other : List.of(pod("1", "1").addNewToleration().withKey("gpu").withValue("no").endToleration(),
                pod("1", "1").addNewToleration().withKey("tpu").withOperator("Exists").endToleration(),
                pod("1", "1").addNewToleration().withKey("gpu").withOperator("Exists").withEffect("NoExecute").endToleration())) {
            assertFalse(room(tainted).fits(needs(other.build())), other::toString);
        }
        assertFalse(room(node("a").editSpec().withUnschedulable(true).endSpec().build()).fits(needs(pod.build())));
        assertFalse(room(node("a").build()).fits(needs(pod("1", "1").addToNodeSelector("name", "b").build())));
        assertTrue(room(node("a").build(), node("b").build()).fits(needs(pod("1", "1").addToNodeSelector("name", "b").build())));
    }

    @Test
    void allOfAGangFindRoomOrThoseThatDoNotAreNamed() {
        Node large = node("large").editStatus().addToAllocatable("gpu", new Quantity("1")).endStatus().build();
        Room.Needs any = needs(pod("3", "1Gi").build());
        Room.Needs gpu = needs(new PodSpecBuilder(pod("3", "1Gi").build()).editContainer(0).editResources()
                .addToRequests("gpu", new Quantity("1")).endResources().endContainer().build());
        Map<String, Room.Needs> gang = new LinkedHashMap<>();
        gang.put("any", any);
        gang.put("gpu", gpu);
        assertEquals(List.of(), room(large, node("small").build()).lacking(gang), "the one with a GPU has the first choice");
        assertEquals(List.of("gpu"), room(node("small").build(), node("other").build()).lacking(gang));
        gang.put("more", any);
        assertEquals(List.of("more"), room(large, node("small").build()).lacking(gang));
        gang.put("another", needs(pod("3000m", "1024Mi").build()));
        assertEquals(List.of("more", "another"), room(large, node("small").build()).lacking(gang));
    }

    @Test
    void whatNoNodeHasLeftIsNamed() {
        Room.Needs gpu = needs(new PodSpecBuilder(pod("500m", "1Gi").build()).editContainer(0).editResources()
                .addToRequests("nvidia.com/gpu", new Quantity("1")).endResources().endContainer().build());
        Room room = room(node("a").build());
        assertEquals("nvidia.com/gpu: 1", room.shortage(gpu), "there is enough of everything else");
        assertEquals("cpu: 4500m, memory: 9Gi", room.shortage(needs(pod("4500m", "9Gi").build())));
        assertEquals("no node matches its nodeSelector and tolerations",
                room.shortage(needs(pod("1", "1").addToNodeSelector("name", "b").build())));
        Node large = node("large").editStatus().addToAllocatable("cpu", new Quantity("16")).addToAllocatable("memory", new Quantity("1500"))
                .endStatus().build();
        assertEquals("cpu: 8, memory: 2000", room(node("a").build(), large).shortage(needs(pod("8", "2000").build())),
                "one node lacks CPUs and the other memory");
    }

    @Test
    void podsThatAskForTheSameAreLookedAtTogether() {
        AtomicInteger looks = new AtomicInteger();
        Map<String, String> labels = new AbstractMap<>() {
            @Override
            public Set<Map.Entry<String, String>> entrySet() {
                looks.incrementAndGet();
                return Set.of();
            }
        };
        Node node = node("a").build();
        node.getMetadata().setLabels(labels);
        List<ActivePod> pods = IntStream.range(0, 900)
                .mapToObj(i -> new ActivePod("", "", "", "", 0, needs(pod(i % 2 == 0 ? "5" : "5000m", "1Gi").build()), true, false))
                .toList();
        Room.now(List.of(node), pods);
        assertEquals(1, looks.get(), "a node is asked once for all of them");
    }
}
