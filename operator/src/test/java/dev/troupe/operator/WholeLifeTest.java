package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Jobs of each shape, from creation to end.
final class WholeLifeTest {
    @AutoClose
    private final Lab lab = Lab.open();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @Test
    void aJobOfTasks() {
        lab.create(SmallJobs.tasks("", "learner*1", "collector*2")).await("job", Phase.STARTING);
        assertEquals(Set.of("job-collector-0", "job-collector-1", "job-learner-0"), lab.names("job"));
        assertEquals(Set.of("di-job"), lab.services());
        Pod learner = lab.pod("job-learner-0");
        assertEquals("di-job", learner.getSpec().getSubdomain());
        assertEquals(lab.namespace + "/job", Lab.env(learner, "DI_JOB_ID"));
        lab.checkRanks("job").allReady("job").await("job", Phase.RUNNING);
        assertEquals(3, lab.status("job").tally().ready());
        assertEquals(Map.of("learner", Map.of("Running", 1), "collector", Map.of("Running", 2)),
                lab.job("job").getStatus().get("taskStatus"));
        lab.allEnded("job", 0).await("job", Phase.SUCCEEDED);
        assertEquals(Map.of("learner", Map.of("Succeeded", 1), "collector", Map.of("Succeeded", 2)),
                lab.job("job").getStatus().get("taskStatus"));
        KubeCluster.await("no service", () -> lab.services().isEmpty());
        assertEquals(3, lab.names("job").size(), "cleanPodPolicy Running keeps those that have ended");
        for (String reason : Set.of("JobPending", "JobStarting", "JobRunning", "JobSucceeded", "SuccessfulCreate", "SuccessfulDelete")) {
            lab.awaitEvent("job", reason);
        }
    }

    @Test
    void podsShareASecretThatGoesWithTheJob() {
        lab.cluster.assumeGarbageCollection();
        lab.create(SmallJobs.tasks("", "learner*1", "collector*1")).await("job", Phase.STARTING);
        Secret first = lab.tokens("job").getFirst();
        assertEquals(64, Base64.getDecoder().decode(first.getData().get("token")).length);
        for (Pod pod : lab.pods("job")) {
            EnvVar token = pod.getSpec().getContainers().getFirst().getEnv().stream().filter(one -> one.getName().equals("TROUPE_TOKEN"))
                    .findFirst().orElseThrow();
            assertEquals(first.getMetadata().getName(), token.getValueFrom().getSecretKeyRef().getName());
            assertEquals("token", token.getValueFrom().getSecretKeyRef().getKey());
        }
        lab.at("job").delete();
        KubeCluster.await("all is gone", () -> lab.job("job") == null && lab.pods("job").isEmpty() && lab.tokens("job").isEmpty());
        lab.create(SmallJobs.tasks("", "learner*1")).await("job", Phase.STARTING);
        assertNotEquals(first.getData(), lab.tokens("job").getFirst().getData());
    }

    @Test
    void aJobWithOneTemplate() {
        lab.create(SmallJobs.elastic("minReplicas: 1\nmaxReplicas: 3\npreemptible: true")).await("job", Phase.STARTING);
        assertTrue(lab.names("job").contains("job-0-0"), () -> lab.names("job").toString());
        lab.checkRanks("job").allReady("job").await("job", Phase.RUNNING);
        lab.allEnded("job", 0).await("job", Phase.SUCCEEDED);
    }

    @Test
    void aJobWithACoordinator() {
        lab.create(SmallJobs.coordinated("cleanPodPolicy: All")).awaitPods("job", "job-coordinator").await("job", Phase.PENDING);
        KubeCluster.await("its service", () -> lab.services().equals(Set.of("job-coordinator")));
        lab.ready("job-coordinator").await("job", Phase.RUNNING);
        lab.ended("job-coordinator", 0).await("job", Phase.SUCCEEDED).awaitPods("job");
        KubeCluster.await("no service", () -> lab.services().isEmpty());
    }
}
