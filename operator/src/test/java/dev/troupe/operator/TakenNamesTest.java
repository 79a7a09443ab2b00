package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The names that a job would use belong to others.
final class TakenNamesTest {
    @AutoClose
    private final Lab lab = Lab.open();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @Test
    void aStrangersPodIsLeftAloneAndWaitedFor() {
        lab.client.resource(
                new PodBuilder().withNewMetadata().withName("job-learner-0").withNamespace(lab.namespace).endMetadata().withNewSpec()
                        .addNewContainer().withName("a").withImage("a").endContainer().endSpec().build())
                .create();
        lab.create(SmallJobs.tasks("", "learner*1", "collector*1")).awaitEvent("job", "FailedCreate");
        assertEquals(Set.of("pod job-learner-0: a pod job-learner-0 already exists and belongs to nobody: "
                + "delete one of them, or give the job another name"), Set.copyOf(lab.messages("job", "FailedCreate")));
        assertEquals(Phase.PENDING, lab.status("job").phase());
        lab.gone("job-learner-0").await("job", Phase.STARTING).checkRanks("job");
    }

    /// `job` with the task `a-b`, and `job-a` with the task `b`.
    @Test
    void twoJobsThatMakeTheSameNameDoNotStealFromEachOther() {
        lab.create(SmallJobs.tasks("", "a-b*1")).await("job", Phase.STARTING);
        lab.create(SmallJobs.tasks("", "b*1").replace("name: job", "name: job-a")).awaitEvent("job-a", "FailedCreate");
        assertTrue(lab.messages("job-a", "FailedCreate").getFirst().contains("belongs to DIJob job"));
        assertEquals("job", lab.pod("job-a-b-0").getMetadata().getOwnerReferences().getFirst().getName());
        assertEquals(Phase.STARTING, lab.status("job").phase());
    }

    @Test
    void aJobCreatedAgainWaitsUntilThePodsOfTheFirstAreGone() {
        lab.cluster.assumeGarbageCollection();
        lab.create(SmallJobs.tasks("", "learner*1", "collector*1")).await("job", Phase.STARTING).bind("job-learner-0", "n").allReady("job")
                .await("job", Phase.RUNNING);
        String before = lab.pod("job-learner-0").getMetadata().getUid();
        lab.at("job").delete();
        lab.merge("job", "{\"metadata\": {\"finalizers\": null}}"); // a user removes the finalizers instead of waiting
        KubeCluster.await("the job is gone", () -> lab.job("job") == null);
        lab.create(SmallJobs.tasks("", "learner*1", "collector*1")).await("job", Phase.PENDING);
        KubeCluster.await("its pod leaves", () -> lab.pod("job-learner-0").getMetadata().getDeletionTimestamp() != null);
        assertEquals(before, lab.pod("job-learner-0").getMetadata().getUid());
        lab.gone("job-learner-0").await("job", Phase.STARTING).checkRanks("job");
        assertEquals(Set.of(), Set.copyOf(lab.messages("job", "FailedCreate")));
    }

    @Test
    void everythingOfAJobGoesWithIt() {
        lab.cluster.assumeGarbageCollection();
        lab.create(SmallJobs.tasks("", "learner*1", "collector*1")).await("job", Phase.STARTING);
        lab.cluster.kubectl("delete", "dijob", "job", "-n", lab.namespace, "--cascade=foreground");
        KubeCluster.await("all is gone", () -> lab.pods("job").isEmpty() && lab.services().isEmpty() && lab.job("job") == null);
    }
}
