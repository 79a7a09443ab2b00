package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.FaultyApi;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An operator is killed between every two calls it makes to the API server, and another one goes on.
final class KilledOperatorTest {
    private static final int MORE_THAN_ENOUGH = 40;

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    /// The call it dies in has been done or not: it may not make a difference.
    @ParameterizedTest
    @CsvSource({"tasks, false", "tasks, true", "elastic, false", "elastic, true", "coordinated, false", "coordinated, true"})
    void anotherOneGoesOnWithoutDoingAnythingTwice(String shape, boolean done) {
        String yaml = switch (shape) {
            case "tasks" -> SmallJobs.tasks("", "learner*1", "collector*2");
            case "elastic" -> SmallJobs.elastic("minReplicas: 3\nmaxReplicas: 3");
            default -> SmallJobs.coordinated("");
        };
        int calls = 0;
        for (boolean survived = false; !survived; calls++) {
            assertTrue(calls < MORE_THAN_ENOUGH, "it makes more calls than a creation needs");
            survived = create(yaml, shape, calls, done);
        }
        assertTrue(calls > 4, "only " + calls + " calls");
    }

    @Test
    void aJobThatIsDeletedLeavesNothingBehind() {
        int calls = 0;
        for (boolean survived = false; !survived; calls++) {
            assertTrue(calls < MORE_THAN_ENOUGH, "it makes more calls than a deletion needs");
            survived = delete(calls, calls % 2 == 0);
        }
        assertTrue(calls > 3, "only " + calls + " calls");
    }

    private static boolean delete(int deadly, boolean done) {
        try (Lab lab = new Lab(); FaultyApi api = new FaultyApi(lab.client.getConfiguration()); KubernetesClient client = api.client()) {
            try (Operator _ = lab.start()) {
                lab.create(SmallJobs.tasks("", "learner*1", "collector*1")).await("job", Phase.STARTING);
            }
            boolean survived;
            try (Operator _ = Operator.start(OperatorSettings.USUAL.watching(lab.namespace), client)) {
                api.script(call -> die(api, call, deadly, done));
                lab.at("job").delete();
                KubeCluster.await("killed, or done", () -> api.isDead() || lab.job("job") == null);
                survived = !api.isDead();
                api.die();
            }
            lab.start();
            KubeCluster.await("gone after " + api.calls, () -> lab.job("job") == null);
            assertEquals(0, lab.pods("job").size());
            assertEquals(Set.of(), lab.services());
            return survived;
        }
    }

    /// Whether the first operator came to its end before it was killed.
    private static boolean create(String yaml, String shape, int deadly, boolean done) {
        boolean coordinated = shape.equals("coordinated");
        try (Lab lab = new Lab(); FaultyApi api = new FaultyApi(lab.client.getConfiguration()); KubernetesClient client = api.client()) {
            boolean survived;
            try (Operator _ = Operator.start(OperatorSettings.USUAL.watching(lab.namespace), client)) {
                api.script(call -> die(api, call, deadly, done));
                lab.create(yaml);
                KubeCluster.await("killed, or done", () -> api.isDead() || complete(lab, coordinated));
                survived = !api.isDead();
                api.die();
            }
            lab.start();
            KubeCluster.await("complete after " + api.calls, () -> complete(lab, coordinated));
            if (!coordinated) {
                lab.checkRanks("job");
                assertEquals(0, lab.status("job").counters().reschedules());
            }
            assertEquals(0, lab.status("job").counters().restarts());
            assertEquals(coordinated ? 1 : 3, lab.pods("job").size());
            assertEquals(1, lab.tokens("job").size());
            return survived;
        }
    }

    private static boolean complete(Lab lab, boolean coordinated) {
        return coordinated ? lab.names("job").equals(Set.of("job-coordinator")) && lab.services().equals(lab.names("job"))
                : lab.status("job").phase() == Phase.STARTING;
    }

    private static FaultyApi.Fate die(FaultyApi api, FaultyApi.Call call, int deadly, boolean done) {
        if (call.number() <= deadly) {
            return FaultyApi.FORWARD;
        }
        if (done && call.number() == deadly + 1) {
            Thread.ofVirtual().start(() -> {
                KubeCluster.await("it is counted", () -> api.calls.contains(call));
                api.die();
            });
            return new FaultyApi.Fate.Lose();
        }
        api.die();
        return new FaultyApi.Fate.Cut();
    }
}
