package dev.troupe.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.head.ActorKey;
import dev.troupe.head.ActorSpec;
import dev.troupe.head.Effect;
import dev.troupe.head.Fact;
import dev.troupe.head.JobKey;
import dev.troupe.head.NodeKey;
import dev.troupe.head.Owner;
import dev.troupe.head.ProcessKey;
import dev.troupe.head.Resources;
import dev.troupe.head.Shape;
import dev.troupe.head.WorkerSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class LocalHeadTest {
    private static final JobKey JOB = new JobKey(1);
    private static final ProcessKey DRIVER = new ProcessKey(1);
    private static final WorkerSettings SHARED = WorkerSettings.shared(JOB);

    private static LocalHead head(Consumer<Effect> effects) {
        LocalHead head = new LocalHead(effects);
        head.tell(new Fact.NodeJoined(new NodeKey(1), "192.0.2.7", "here", Resources.cpu(2), Map.of(), Optional.of(DRIVER)));
        head.tell(new Fact.JobStarted(JOB, DRIVER, "names", SHARED));
        return head;
    }

    @Test
    void whatCannotBeCarriedOutStopsNothingElse() {
        List<Effect> done = new CopyOnWriteArrayList<>();
        try (LocalHead head = head(effect -> {
            done.add(effect);
            if (done.size() == 1) {
                throw new IllegalStateException("as it was meant");
            }
        })) {
            head.tell(new Fact.Demand(DRIVER, Shape.of(Resources.cpu(1), SHARED), 2));
            assertEquals(1, head.nodes().size());
            assertEquals(2, done.stream().filter(Effect.Granted.class::isInstance).count());
        }
    }

    @Test
    void anErrorDoesNotEndTheHead() {
        try (LocalHead head = head(_ -> {
            throw new AssertionError("as it was meant");
        })) {
            head.tell(new Fact.Demand(DRIVER, Shape.of(Resources.cpu(1), SHARED), 1));
            assertEquals("192.0.2.7", head.nodes().getFirst().ip());
        }
    }

    @Test
    void listsOfActorsDoNotCarryWhatConstructsThem() {
        try (LocalHead head = head(_ -> {})) {
            ActorSpec spec = new ActorSpec(new ActorKey(JOB, 1), "name", "names", false, Owner.of(DRIVER), Resources.NONE,
                    Optional.empty(), SHARED, 0, "Some", new byte[1000]);
            assertTrue(head.ask(new Fact.CreateActor(spec)).isEmpty());
            assertEquals(0, head.view().actors().getFirst().spec().creation().length);
            assertEquals(1000, head.actorNamed("names", "name").orElseThrow().spec().creation().length);
        }
    }
}
