package dev.troupe.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Files;
import dev.troupe.dijob.Tree;
import dev.troupe.dijob.Yaml;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What pods are told about each other.
final class AddressBookTest {
    private static final int PODS = 300;

    private final World world = World.of(Yaml.tasks("", "learner*1", "collector*" + (PODS - 1)));

    /// Written into each pod, the lists would have 17 kB for 100 pods and 170 kB for 1,000.
    @Test
    void thePodsOfALargeJobAreSmall() {
        for (Action action : world.decide().actions()) {
            if (action instanceof Action.CreatePod(NewPod pod)) {
                int length = Tree.canonical(PodManifest.of(world.job, pod, world.cluster)).length();
                assertTrue(length < 5_000, pod.name() + " has " + length + " characters");
            }
        }
    }

    @Test
    void theirVariablesAreThoseOfASmallJob() {
        world.settle();
        Map<String, String> variables = world.variables.get("job-collector-250");
        String[] nodes = variables.get("DI_NODES").split(",", -1);
        assertEquals(PODS, nodes.length);
        assertEquals("job-collector-250.di-job.default.svc.cluster.local", nodes[Integer.parseInt(variables.get("DI_RANK"))]);
        assertEquals("job-learner-0.di-job.default.svc.cluster.local", variables.get("DI_LEARNER_NODES"));
        assertEquals(PODS - 1, variables.get("DI_COLLECTOR_NODES").split(",", -1).length);
        assertEquals(variables.get("PADDLE_CURRENT_ENDPOINT"),
                variables.get("PADDLE_TRAINER_ENDPOINTS").split(",", -1)[Integer.parseInt(variables.get("DI_RANK"))]);
    }

    @Test
    void theListsAreWrittenOnceUntilTheyChange() {
        world.running();
        assertEquals(1, world.configMaps.size());
        world.pods.remove("job-collector-7");
        world.settle();
        assertEquals(1, world.configMaps.size());
        world.job = Files.parse(Yaml.tasks("", "learner*1", "collector*" + PODS));
        world.settle();
        assertEquals(2, world.configMaps.size());
    }

    /// Otherwise replacing 1,000 pods one after the other would send 170 MB.
    @Test
    void theListsAreNotSentAgainWhilePodsReferToThem() {
        world.running();
        world.pods.remove("job-collector-7");
        assertEquals(List.of("CreatePod"), world.decide().actions().stream()
                .filter(action -> action instanceof Action.CreatePod || action instanceof Action.CreateAddresses)
                .map(action -> action.getClass().getSimpleName()).toList());
    }

    @Test
    void aSmallJobNeedsNoConfigMap() {
        World small = World.of(Yaml.tasks("", "learner*1", "collector*2")).running();
        assertEquals(Map.of(), small.configMaps);
    }
}
