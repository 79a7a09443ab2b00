package dev.troupe.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Files;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Yaml;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs that DI-orchestrator has started, seen by this operator for the first time.
final class StartedElsewhereTest {
    private final World world = World.of(Yaml.tasks("", "learner*1", "collector*2"));

    /// As version 1.1.3 marks them.
    private static Pod theirs(String task, int index, int rank) {
        String name = "job-" + task + "-" + index;
        return new Pods(new Pod(name, task, index, rank, PodPhase.PENDING, true, false, false, OptionalInt.empty(), "", "",
                Optional.empty(), "", 0, Optional.empty(), Map.of(),
                Map.of(Labels.OPERATOR, "di-operator", Labels.JOB, "job", Labels.POD, name, Labels.TASK_NAME, task),
                Map.of(Labels.REPLICAS, "3", Labels.RANK, Integer.toString(rank), Labels.TASK_RANK, Integer.toString(index)))).ready();
    }

    private World started(String phase) {
        world.status = Status.read(Map.of("phase", phase, "replicas", 3, "readyReplicas", 3, "conditions",
                List.of(Map.of("type", phase, "status", "True", "reason", "JobRunning", "message", "theirs"))));
        List.of(theirs("learner", 0, 0), theirs("collector", 0, 1), theirs("collector", 1, 2))
                .forEach(pod -> world.pods.put(pod.name(), pod));
        world.services.add("di-job");
        return world;
    }

    @Test
    void theirPodsGoOnAndTheJobIsFollowedToItsEnd() {
        Map<String, Pod> before = new LinkedHashMap<>(started("Running").pods);
        world.settle();
        assertEquals(List.of("Normal TakenOn"), world.events, "said once");
        assertEquals(before.keySet(), world.pods.keySet());
        assertEquals(Phase.RUNNING, world.phase());
        assertEquals(0, world.status.counters().reschedules());
        assertEquals(List.of("learner-0", "collector-0", "collector-1"), world.status.roster().texts());
        world.all(pod -> new Pods(pod).succeeded()).settle();
        assertEquals(Phase.SUCCEEDED, world.phase());
    }

    @Test
    void aPodThatFailsIsReplacedWithItsRank() {
        started("Running").settle();
        world.change("job-collector-1", pod -> new Pods(pod).failed(1)).settle().later(java.time.Duration.ofMinutes(10)).settle();
        assertEquals(2, world.pods.get("job-collector-1").rank());
        assertEquals("", world.pods.get("job-collector-0").template(), "it is still theirs");
        assertTrue(world.secrets.contains("job-token-u1"), world.secrets::toString);
    }

    @Test
    void whichTemplateAPodHasIsNotedSoThatALaterChangeIsFollowed() {
        started("Running").settle();
        assertEquals(Fingerprint.of(world.job, world.job.tasks().getFirst()),
                world.pods.get("job-learner-0").annotations().get(Labels.TEMPLATE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"minReplicas: 1\nmaxReplicas: 2", ""})
    void jobsOfOtherKindsAreLeftAlone(String elastic) {
        World other = elastic.isEmpty() ? new World(Files.job("seed-002.yaml")) : World.of(Yaml.elastic(elastic));
        other.status = Status.read(Map.of("phase", "Running"));
        List.of(theirs("coordinator", 0, 0), new Pods(theirs("collector", 0, 1)).failed(1))
                .forEach(pod -> other.pods.put(pod.name(), pod));
        Map<String, Pod> before = new LinkedHashMap<>(other.pods);
        other.settle().settle();
        assertEquals(List.of("Warning StartedElsewhere"), other.events, "said once");
        assertEquals(before, other.pods, "neither replaced nor changed nor deleted");
        assertEquals(Phase.RUNNING, other.phase());
        assertTrue(Lifecycle.leaves(other.job, other.status));
    }
}
