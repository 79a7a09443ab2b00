package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Pods fail, are taken away, are deleted.
final class FailuresOnServerTest {
    @AutoClose
    private final Lab lab = Lab.open();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @Test
    void aFailedPodIsReplacedAndKeepsItsRank() {
        running("");
        String before = id("job-collector-1");
        lab.ended("job-collector-1", 1).await("job", Phase.STARTING);
        lab.awaitReplaced("job-collector-1", before);
        assertEquals("2", Lab.env(lab.pod("job-collector-1"), "DI_RANK"));
        assertEquals(1, lab.status("job").counters().restarts());
        lab.ready("job-collector-1").await("job", Phase.RUNNING).checkRanks("job").awaitEvent("job", "JobRestarting");
    }

    @Test
    void whenNoRestartIsLeftTheJobHasFailed() {
        running("backoffLimit: 1");
        lab.ended("job-learner-0", 1).await("job", Phase.STARTING).ready("job-learner-0").await("job", Phase.RUNNING);
        assertEquals("FallbackToLogsOnError", lab.pod("job-learner-0").getSpec().getContainers().getFirst().getTerminationMessagePolicy());
        lab.ended("job-learner-0", 7, "no room").await("job", Phase.FAILED).awaitEvent("job", "JobFailed");
        assertEquals(Set.of("pod job-learner-0 failed with exit code 7, and backoffLimit 1 is reached; it said: no room"),
                Set.copyOf(lab.messages("job", "JobFailed")));
        lab.awaitPods("job", "job-learner-0"); // cleanPodPolicy Running: the others still ran
    }

    @Test
    void aJobWithoutALimitIsRestartedForEver() {
        running("backoffLimit: null");
        for (int i = 0; i < 3; i++) {
            String before = id("job-learner-0");
            lab.ended("job-learner-0", 1);
            lab.awaitReplaced("job-learner-0", before);
            lab.ready("job-learner-0").await("job", Phase.RUNNING);
        }
        assertEquals(3, lab.status("job").counters().restarts());
    }

    @Test
    void aPodDeletedByHandComesBack() {
        running("");
        String before = id("job-learner-0");
        lab.delete("job-learner-0");
        lab.awaitReplaced("job-learner-0", before);
        lab.ready("job-learner-0").await("job", Phase.RUNNING).checkRanks("job");
        assertEquals(1, lab.status("job").counters().reschedules());
        assertEquals(0, lab.status("job").counters().restarts());
    }

    @Test
    void aServiceDeletedByHandComesBack() {
        running("");
        lab.client.services().inNamespace(lab.namespace).withName("di-job").delete();
        KubeCluster.await("the service is back", () -> lab.services().contains("di-job"));
    }

    /// A thousandth of a GPU.
    @ParameterizedTest
    @ValueSource(strings = {"tasks", "one template", "coordinator"})
    void podsThatTheApiServerRefusesAreWaitedFor(String shape) {
        String good = switch (shape) {
            case "tasks" -> SmallJobs.tasks("", "learner*1", "collector*1");
            case "one template" -> SmallJobs.elastic("minReplicas: 2");
            default -> SmallJobs.coordinated("");
        };
        lab.create(good.replace("image: ding", "image: ding, resources: {limits: {nvidia.com/gpu: 1m}}"));
        lab.awaitEvent("job", "FailedCreate").await("job", Phase.PENDING);
        String message = lab.messages("job", "FailedCreate").getFirst();
        assertTrue(message.startsWith("pod job-") && message.contains("nvidia.com/gpu") && message.contains("must be an integer"), message);
        assertEquals(Set.of(), lab.names("job"));
        Map<String, Object> mended = lab.client.getKubernetesSerialization().unmarshal(good, DIJobResource.class).getSpec();
        lab.edit("job", job -> job.setSpec(mended));
        KubeCluster.await("its pods", () -> lab.names("job").size() == (shape.equals("coordinator") ? 1 : 2));
    }

    @Test
    void whatTheClusterTakesAwayIsNoFailure() {
        running("");
        String before = id("job-learner-0");
        lab.status("job-learner-0", "{\"phase\": \"Failed\", \"reason\": \"Evicted\"}");
        lab.awaitReplaced("job-learner-0", before);
        assertEquals(0, lab.status("job").counters().restarts());
    }

    @Test
    void aPreemptiblePodThatWasAskedToGoHasNotFailed() {
        running("preemptible: true");
        String before = id("job-learner-0");
        lab.ended("job-learner-0", 143);
        lab.awaitReplaced("job-learner-0", before);
        assertEquals(0, lab.status("job").counters().restarts());
        assertNotEquals(Phase.FAILED, lab.status("job").phase());
    }

    /// Its pods are being deleted and stay so, until somebody says that the node is gone.
    @Test
    void theNodeOfAPodIsLost() {
        lab.create(SmallJobs.tasks("", "learner*1", "collector*1")).await("job", Phase.STARTING).bind("job-learner-0", "lost")
                .allReady("job").await("job", Phase.RUNNING);
        String before = id("job-learner-0");
        lab.delete("job-learner-0").await("job", Phase.RESCHEDULING);
        lab.gone("job-learner-0");
        lab.awaitReplaced("job-learner-0", before);
        lab.allReady("job").await("job", Phase.RUNNING).checkRanks("job");
    }

    private void running(String extra) {
        lab.create(SmallJobs.tasks(extra, "learner*1", "collector*2")).await("job", Phase.STARTING).allReady("job").await("job",
                Phase.RUNNING);
    }

    private String id(String pod) {
        return lab.pod(pod).getMetadata().getUid();
    }
}
