package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.lifecycle.Unplaced;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Gangs that use the same census, of one node with four processors.
final class PromisesTest {
    private static final Room.Needs ONE = Room.Needs.of(new PodSpecBuilder().addNewContainer().withNewResources()
            .addToRequests("cpu", new Quantity("1")).endResources().endContainer().build());
    private static final Node NODE = new NodeBuilder().withNewMetadata().withName("n").endMetadata().withNewSpec().endSpec()
            .withNewStatus().withAllocatable(Map.of("cpu", new Quantity("4"), "pods", new Quantity("100"))).endStatus().build();
    private static final Census EMPTY = census();

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private final Promises promises = new Promises(now::get);

    private static Census census(String... pods) {
        return new Census(List.of(NODE),
                Stream.of(pods).map(pod -> new ActivePod("games/" + pod, "", "", "n", 0, ONE, false, false)).toList(),
                List.of());
    }

    private List<String> ask(Census census, String... pods) {
        Map<String, Room.Needs> gang = new LinkedHashMap<>();
        Stream.of(pods).forEach(pod -> gang.put(pod, ONE));
        return ask(census, gang, Standing.USUAL);
    }

    private List<String> ask(Census census, Map<String, Room.Needs> gang, Standing whose) {
        return promises.lacking("games", gang, whose, census).stream().map(Unplaced::pod).toList();
    }

    @Test
    void twoGangsDoNotGetTheSameRoom() {
        assertEquals(List.of(), ask(EMPTY, "a-0", "a-1", "a-2"));
        assertEquals(List.of("b-1"), ask(EMPTY, "b-0", "b-1"));
        assertEquals(List.of("b-1"), ask(census("a-0", "a-1", "a-2"), "b-0", "b-1"), "no pod is counted twice");
        assertEquals(List.of(), ask(EMPTY, "c-0"), "a gang that waits keeps no room from others");
        assertEquals(List.of(), ask(EMPTY, "a-0", "a-1", "a-2"), "nor against itself");
    }

    @Test
    void roomOfLowerPriorityIsFreeForThoseThatMayTakeIt() {
        Census full = census("a", "b", "c", "d");
        Map<String, Room.Needs> gang = Map.of("e", ONE);
        assertEquals(List.of("e"), ask(full, gang, Standing.USUAL));
        assertEquals(List.of("e"), ask(full, gang, new Standing(7, false)));
        assertEquals(List.of(), ask(full, gang, new Standing(7, true)));
        assertEquals(List.of(), ask(full, Map.of("f", ONE, "g", ONE, "h", ONE), new Standing(7, true)));
        assertEquals(List.of("i"), ask(full, Map.of("i", ONE), new Standing(7, true)), "of equals nobody gives way");
        assertEquals(List.of(), ask(full, Map.of("i", ONE), new Standing(8, true)));
    }

    @Test
    void whatAPodLacksIsNamed() {
        Room.Needs five = Room.Needs
                .of(new PodSpecBuilder().addNewContainer().withNewResources().addToRequests("cpu", new Quantity("4500m"))
                        .endResources().endContainer().build());
        assertEquals(List.of(new Unplaced("a", "cpu: 4500m")), promises.lacking("games", Map.of("a", five), Standing.USUAL, EMPTY));
    }

    @Test
    void roomThatIsNotTakenIsFreeAgain() {
        assertEquals(List.of(), ask(EMPTY, "a-0", "a-1", "a-2", "a-3"));
        assertEquals(List.of("b-0"), ask(EMPTY, "b-0"));
        now.updateAndGet(instant -> instant.plus(Promises.LIFE).plusMillis(1));
        assertEquals(List.of(), ask(EMPTY, "b-0"));
    }
}
