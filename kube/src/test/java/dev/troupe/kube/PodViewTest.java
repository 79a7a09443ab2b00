package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.lifecycle.Pod;
import dev.troupe.lifecycle.PodPhase;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class PodViewTest {
    private static final String METADATA = """
            {"name": "pong-learner-1", "namespace": "games",
             "labels": {"diengine/job": "pong", "diengine/task-name": "learner"},
             "annotations": {"diengine/rank": "3", "diengine/task-rank": "1", "diengine/template": "abcd", "diengine/generation": "2"}}""";
    private static final String SPEC = """
            {"nodeName": "n1", "restartPolicy": "Never", "containers": [
              {"name": "log", "ports": [{"name": "web", "containerPort": 80}]},
              {"name": "di-container", "ports": [{"name": "di-port", "containerPort": 4000}, {"containerPort": 4001}]}]}""";

    @Test
    void aRunningPodIsReadBack() {
        Pod pod = pod(METADATA, SPEC, """
                {"phase": "Running", "conditions": [{"type": "PodScheduled", "status": "True"}, {"type": "Ready", "status": "True"}]}""");
        assertEquals(new Pod("pong-learner-1", "learner", 1, 3, PodPhase.RUNNING, true, true, true, OptionalInt.empty(), "", "",
                Optional.empty(),
                "abcd", 2,
                Optional.of("n1"), Map.of("di-port", 4000), Map.of("diengine/job", "pong", "diengine/task-name", "learner"),
                pod.annotations()), pod);
    }

    @Test
    void aNewPodIsPendingAndHasNoPlace() {
        Pod pod = pod(METADATA, SPEC.replace("\"nodeName\": \"n1\", ", ""), "{}");
        assertEquals(PodPhase.PENDING, pod.phase());
        assertFalse(pod.scheduled());
        assertFalse(pod.ready());
        assertEquals(Optional.empty(), pod.node());
    }

    @Test
    void whenTheMainContainerHasEndedOthersDoNotCount() {
        assertEquals(PodPhase.SUCCEEDED, pod(METADATA, SPEC, ended(0)).phase());
        assertTrue(pod(METADATA, SPEC, ended(0)).alive(), "the others do run");
        assertFalse(pod(METADATA, SPEC, ended(0).replace("Running", "Succeeded")).alive());
        Pod failed = pod(METADATA, SPEC, ended(143));
        assertEquals(PodPhase.FAILED, failed.phase());
        assertEquals(OptionalInt.of(143), failed.exitCode());
        assertEquals("", failed.message());
        assertEquals("no room", pod(METADATA, SPEC, ended(1).replace("\"exitCode\"", "\"message\": \"no room\", \"exitCode\"")).message());
    }

    @Test
    void aContainerThatIsStartedAgainHasNotEnded() {
        assertEquals(PodPhase.RUNNING, pod(METADATA, SPEC.replace("Never", "Always"), ended(0)).phase());
        assertEquals(PodPhase.RUNNING, pod(METADATA, SPEC.replace("Never", "OnFailure"), ended(1)).phase());
        assertEquals(PodPhase.SUCCEEDED, pod(METADATA, SPEC.replace("Never", "OnFailure"), ended(0)).phase());
    }

    @Test
    void anotherContainersEndDoesNotCount() {
        String status = ended(1).replace("di-container", "log");
        assertEquals(PodPhase.RUNNING, pod(METADATA, SPEC, status).phase());
    }

    @Test
    void evictionAndDeletionAreSeen() {
        Pod pod = pod(METADATA.replace("\"namespace\"", "\"deletionTimestamp\": \"2026-01-01T00:00:00Z\", \"namespace\""), SPEC,
                "{\"phase\": \"Failed\", \"reason\": \"Evicted\"}");
        assertEquals("Evicted", pod.reason());
        assertEquals(Optional.of(Instant.parse("2026-01-01T00:00:00Z")), pod.deletion());
        assertEquals(OptionalInt.empty(), pod.exitCode());
    }

    @Test
    void aPodWithoutOurMarksOrWithOddOnesHasNoRank() {
        Pod pod = pod("{\"name\": \"x\", \"annotations\": {\"diengine/rank\": \"first\"}}", SPEC, "{\"phase\": \"Running\"}");
        assertEquals(-1, pod.rank());
        assertEquals(-1, pod.index());
        assertEquals(0, pod.generation());
        assertEquals("", pod.task());
    }

    private static String ended(int code) {
        return """
                {"phase": "Running", "containerStatuses": [{"name": "log", "state": {"running": {}}},
                  {"name": "di-container", "state": {"terminated": {"exitCode": %d}}}]}""".formatted(code);
    }

    private static Pod pod(String metadata, String spec, String status) {
        return PodView.of(Serialization.unmarshal("""
                {"apiVersion": "v1", "kind": "Pod", "metadata": %s, "spec": %s, "status": %s}""".formatted(metadata, spec, status),
                io.fabric8.kubernetes.api.model.Pod.class));
    }
}
