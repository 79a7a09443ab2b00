package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Why a job waits.
final class DescribingTest {
    private static List<String> waits(String phase, String now) {
        return waits(phase, "", now);
    }

    private static List<String> waits(String phase, String message, String now) {
        DIJobResource job = new KubernetesSerialization().unmarshal("""
                apiVersion: diengine.opendilab.org/v2alpha1
                kind: DIJob
                metadata: {name: test, namespace: games}
                spec: {}
                status: {phase: %s, restarts: 2, notBefore: '2026-01-01T12:00:20Z',
                  conditions: [{type: %s, status: 'True', message: '%s'}]}
                """.formatted(phase, phase, message), DIJobResource.class);
        return Describing.waits(job, List.of(), List.of(), Instant.parse(now));
    }

    @Test
    void aGangThatWaitsForRoomSaysWhatItLacks() {
        String sentence = "no node has room for pod test-0-0 (nvidia.com/gpu: 1): the gang starts when it has room";
        assertEquals(List.of(sentence), waits("Pending", sentence, "2026-01-01T13:00:00Z"));
        assertEquals(List.of(), waits("Running", sentence, "2026-01-01T13:00:00Z"));
    }

    @Test
    void aJobThatFailsAgainAndAgainWaitsUntilItsPauseIsOver() {
        assertEquals(List.of("no pods are created before 2026-01-01T12:00:20Z, because pods failed or were evicted repeatedly"),
                waits("Restarting", "2026-01-01T12:00:19Z"));
        assertEquals(List.of(), waits("Restarting", "2026-01-01T12:00:20Z"));
        assertEquals(List.of(), waits("Running", "2026-01-01T13:00:00Z"), "long ago");
    }
}
