package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.Counters;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The terms of a job: clean-up, deadlines, suspension, priority and gangs.
final class TermsOnServerTest {
    @AutoClose
    private final Lab lab = new Lab();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    /// One pod has succeeded, one has failed, one runs when the job fails.
    @ParameterizedTest
    @CsvSource({"All, ''", "Running, job-learner-0 job-evaluator-0", "None, job-learner-0 job-collector-0 job-evaluator-0"})
    void podsAreClearedAwayAsThePolicySays(String policy, String left) {
        lab.start();
        lab.create(SmallJobs.tasks("backoffLimit: 0\ncleanPodPolicy: " + policy, "learner*1", "collector*1", "evaluator*1"))
                .await("job", Phase.STARTING).allReady("job").await("job", Phase.RUNNING);
        lab.ended("job-evaluator-0", 0).ended("job-learner-0", 1).await("job", Phase.FAILED);
        lab.awaitPods("job", left.isEmpty() ? new String[0] : left.split(" "));
        KubeCluster.await("no service", () -> lab.services().isEmpty());
    }

    @Test
    void thePolicyCanChangeWhileTheJobRuns() {
        lab.start();
        lab.create(SmallJobs.tasks("backoffLimit: 0\ncleanPodPolicy: None", "learner*1", "collector*1")).await("job", Phase.STARTING)
                .allReady("job").await("job", Phase.RUNNING);
        for (String nonsense : List.of("Never", "")) {
            KubernetesClientException refused = assertThrows(KubernetesClientException.class, () -> policy(nonsense));
            assertEquals(422, refused.getCode());
            assertTrue(refused.getMessage().contains("spec.cleanPodPolicy"), refused.getMessage());
        }
        for (String policy : List.of("Running", "None", "All")) {
            policy(policy);
            assertEquals(policy, lab.job("job").getSpec().get("cleanPodPolicy"));
        }
        assertEquals(new Counters(0, 0, 0), lab.status("job").counters(), "no pod is replaced for it");
        lab.ended("job-learner-0", 1).await("job", Phase.FAILED).awaitPods("job");
    }

    private void policy(String word) {
        lab.merge("job", "{\"spec\": {\"cleanPodPolicy\": \"" + word + "\"}}");
    }

    @Test
    void aJobThatTakesTooLongHasFailed() {
        lab.start();
        lab.create(SmallJobs.tasks("activeDeadlineSeconds: 1\ncleanPodPolicy: None", "learner*2")).await("job", Phase.FAILED)
                .awaitPods("job");
        lab.awaitEvent("job", "JobFailed");
        assertTrue(lab.messages("job", "JobFailed").getFirst().contains("activeDeadlineSeconds"));
    }

    @Test
    void aJobThatHasEndedGoesAfterItsTimeToLive() {
        lab.start();
        lab.create(SmallJobs.tasks("ttlSecondsAfterFinished: 1", "learner*1")).await("job", Phase.STARTING).allEnded("job", 0);
        KubeCluster.await("the job is gone", () -> lab.job("job") == null);
    }

    @Test
    void aSuspendedJobHasNoPodsUntilItIsResumed() {
        lab.start();
        lab.create(SmallJobs.tasks("suspend: true", "learner*1", "collector*1")).await("job", Phase.PENDING);
        lab.awaitEvent("job", "JobPending");
        assertEquals(Set.of(), lab.names("job"));
        lab.merge("job", "{\"spec\": {\"suspend\": false}}").await("job", Phase.STARTING).allReady("job").await("job", Phase.RUNNING);
        lab.merge("job", "{\"spec\": {\"suspend\": true}}").await("job", Phase.PENDING).awaitPods("job");
        lab.merge("job", "{\"spec\": {\"suspend\": false}}").await("job", Phase.STARTING).checkRanks("job");
        lab.awaitEvent("job", "JobResumed");
    }

    @Test
    void podsHaveThePriorityOfTheJob() {
        if (lab.client.scheduling().v1().priorityClasses().withName("troupe-test").get() == null) {
            lab.client.resource(new PriorityClassBuilder().withNewMetadata().withName("troupe-test").endMetadata().withValue(7).build())
                    .create();
        }
        lab.start(OperatorSettings.USUAL.watching(lab.namespace).with(Cluster.USUAL.withHighPriorityClass("troupe-test")), lab.client);
        lab.create(SmallJobs.tasks("priorityClassName: troupe-test", "learner*1")).await("job", Phase.STARTING);
        assertEquals(7, lab.pod("job-learner-0").getSpec().getPriority());
        lab.create(SmallJobs.tasks("priority: high", "learner*1").replace("name: job", "name: urgent")).await("urgent", Phase.STARTING);
        assertEquals(7, lab.pod("urgent-learner-0").getSpec().getPriority());
    }

    @Test
    void theNodesOfAPreemptibleJobAreInItsStatus() {
        lab.start();
        lab.create(SmallJobs.tasks("preemptible: true", "learner*1", "collector*1")).await("job", Phase.STARTING).bind("job-learner-0", "a")
                .bind("job-collector-0", "b").allReady("job").await("job", Phase.RUNNING);
        KubeCluster.await("allocation", () -> lab.status("job").tally().allocation().equals(List.of("a", "b")));
    }

    @Test
    void halfAGangGivesBackWhatItHas() {
        Cluster impatient = new Cluster(Cluster.USUAL.serverUrl(), Cluster.USUAL.domain(), Cluster.Gang.OWN, Duration.ofSeconds(1),
                Duration.ofSeconds(1), Optional.empty(), Optional.empty(), Optional.empty());
        lab.start(OperatorSettings.USUAL.watching(lab.namespace).with(impatient).with(Cluster.Gang.OWN), lab.client);
        lab.create(SmallJobs.tasks("gang: true", "learner*1", "collector*1")).awaitPods("job", "job-learner-0", "job-collector-0");
        String before = lab.pod("job-learner-0").getMetadata().getUid();
        lab.bind("job-learner-0", "a").await("job", Phase.PENDING);
        lab.gone("job-learner-0");
        KubeCluster.await("both come again", () -> lab.names("job").size() == 2
                && !lab.pod("job-learner-0").getMetadata().getUid().equals(before));
        lab.checkRanks("job");
    }

    /// A node of two processors, then of three; the test is its kubelet. Nothing reports that it is ready, so the pods tolerate everything.
    @Test
    void aGangIsStartedWhenAllItsPodsFindRoom() {
        Map<String, Quantity> two = Map.of("cpu", new Quantity("2"), "pods", new Quantity("100"));
        lab.client.resource(new NodeBuilder().withNewMetadata().withName(lab.namespace).addToLabels("only", lab.namespace).endMetadata()
                .withNewStatus().withCapacity(two).withAllocatable(two).endStatus().build()).create();
        lab.start(OperatorSettings.USUAL.watching(lab.namespace).with(Cluster.Gang.OWN), lab.client);
        try {
            lab.create(SmallJobs.tasks("gang: true", "learner*1", "collector*2").replace("spec: {containers: [{",
                    "spec: {nodeSelector: {only: "
                            + lab.namespace + "}, tolerations: [{operator: Exists}], containers: [{resources: {requests: {cpu: 1}}, "));
            lab.awaitEvent("job", "GangWaits");
            assertEquals(Phase.PENDING, lab.status("job").phase());
            assertTrue(lab.status("job").conditions().getLast().message()
                    .matches("no node has room for pod job-[a-z]+-\\d \\(cpu: 1\\): the gang's 3 pods start together when all have room"));
            assertEquals(0, lab.pods("job").size());
            lab.client.nodes().withName(lab.namespace).subresource("status").patch(PatchContext.of(PatchType.JSON_MERGE),
                    "{\"status\": {\"capacity\": {\"cpu\": \"3\"}, \"allocatable\": {\"cpu\": \"3\"}}}");
            lab.await("job", Phase.STARTING).awaitPods("job", "job-learner-0", "job-collector-0", "job-collector-1");
        } finally {
            lab.client.nodes().withName(lab.namespace).delete();
        }
    }

    @Test
    void aJobIsDoneWhenItsChiefIs() {
        lab.start();
        lab.create(SmallJobs.tasks("successPolicy: ChiefWorker", "learner*1", "collector*2")).await("job", Phase.STARTING).allReady("job")
                .await("job", Phase.RUNNING).ended("job-learner-0", 0).await("job", Phase.SUCCEEDED);
        assertEquals("its chief, pod job-learner-0, succeeded", lab.status("job").conditions().getLast().message());
        lab.awaitPods("job", "job-learner-0");
    }
}
