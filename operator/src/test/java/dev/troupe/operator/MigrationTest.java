package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Phase;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// From DI-orchestrator to this operator while its jobs run. What it has left is made here as its version 1.1.3 makes it.
final class MigrationTest {
    private Lab lab;

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @BeforeEach
    void open() {
        lab = new Lab();
    }

    @AfterEach
    void close() {
        lab.close();
    }

    /// Its pods are told ranks by annotations, and not of which template they are.
    private void pod(String task, int index, int rank) {
        DIJobResource job = lab.job("job");
        String name = "job-" + task + "-" + index;
        lab.client.resource(new PodBuilder().withNewMetadata().withName(name).withNamespace(lab.namespace)
                .withLabels(Labels.of(new JobKey(lab.namespace, "job"))).addToLabels(Labels.POD, name).addToLabels(Labels.TASK_NAME, task)
                .addToLabels(Labels.TASK_TYPE, task)
                .withAnnotations(Map.of(Labels.REPLICAS, "3", Labels.RANK, Integer.toString(rank), Labels.TASK_RANK,
                        Integer.toString(index), Labels.NODE, ""))
                .addNewOwnerReference().withApiVersion(job.getApiVersion()).withKind(job.getKind()).withName("job")
                .withUid(job.getMetadata().getUid()).withController(true).withBlockOwnerDeletion(true).endOwnerReference().endMetadata()
                .withNewSpec().withRestartPolicy("Never").withHostname(name).withSubdomain("di-job").addNewContainer()
                .withName("di-container").withImage("ding").addNewEnv().withName("DI_RANK").withValue(Integer.toString(rank)).endEnv()
                .endContainer().endSpec().build()).create();
        lab.ready(name);
    }

    private void status(String json) {
        lab.at("job").subresource("status").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": " + json + "}");
    }

    private Set<String> ids() {
        return lab.pods("job").stream().map(Pod::getMetadata).map(metadata -> metadata.getUid()).collect(Collectors.toSet());
    }

    @Test
    void aJobThatRunsGoesOnWithItsPodsToItsEnd() {
        lab.create(SmallJobs.tasks("", "learner*1", "collector*2"));
        pod("learner", 0, 0);
        pod("collector", 0, 1);
        pod("collector", 1, 2);
        DIJobResource job = lab.job("job");
        Map<String, String> labels = Labels.of(new JobKey(lab.namespace, "job"));
        lab.client.resource(new ServiceBuilder().withNewMetadata().withName("di-job").withNamespace(lab.namespace).withLabels(labels)
                .addNewOwnerReference().withApiVersion(job.getApiVersion()).withKind(job.getKind()).withName("job")
                .withUid(job.getMetadata().getUid()).withController(true).endOwnerReference().endMetadata().withNewSpec()
                .withClusterIP("None").withSelector(labels).addNewPort().withName("di-port").withPort(22270).endPort().endSpec().build())
                .create();
        status("""
                {"phase": "Running", "replicas": 3, "readyReplicas": 3, "taskStatus": {"learner": {"Running": 1}, "collector": {"Running": 2}},
                 "conditions": [{"type": "Running", "status": "True", "reason": "JobRunning", "message": "all pods are ready",
                  "lastUpdateTime": "2026-01-01T00:00:00Z", "lastTransitionTime": "2026-01-01T00:00:00Z"}]}""");
        Set<String> before = ids();

        lab.start();
        lab.awaitEvent("job", "TakenOn");
        KubeCluster.await("the ranks are known", () -> lab.status("job").roster().span() == 3);
        KubeCluster.await("pods say of which template they are", () -> lab.pods("job").stream()
                .allMatch(pod -> pod.getMetadata().getAnnotations().containsKey(Labels.TEMPLATE)));
        assertEquals(before, ids());
        lab.ended("job-collector-1", 3).awaitEvent("job", "JobRestarting").awaitReplaced("job-collector-1", id("job-collector-1", before));
        Pod again = lab.pod("job-collector-1");
        assertEquals("2", Lab.env(again, "DI_RANK"));
        assertEquals("job-collector-1." + "di-job." + lab.namespace + ".svc.cluster.local", Lab.env(again, "DI_NODES").split(",", -1)[2]);
        lab.await("job", Phase.STARTING).allReady("job").await("job", Phase.RUNNING).allEnded("job", 0).await("job", Phase.SUCCEEDED);
        assertEquals(0, lab.status("job").counters().reschedules());
    }

    /// That of the pod as it was; any other one is a new pod.
    private String id(String pod, Set<String> before) {
        Pod now = lab.pod(pod);
        return now != null && before.contains(now.getMetadata().getUid()) ? now.getMetadata().getUid() : "gone";
    }

    @Test
    void aJobThatCannotBeTakenOnIsLeftAlone() {
        lab.create(SmallJobs.coordinated(""));
        pod("coordinator", 0, 0);
        pod("collector", 0, 1);
        status("{\"phase\": \"Running\"}");
        Set<String> before = ids();
        Operator operator = lab.start();
        lab.awaitEvent("job", "StartedElsewhere");
        operator.close(); // when it has done what it was about to do
        assertEquals(before, ids());
        assertTrue(lab.pods("job").stream().noneMatch(Pod::isMarkedForDeletion));
        assertEquals(List.of(), lab.job("job").getMetadata().getFinalizers());
        assertEquals(Phase.RUNNING, lab.status("job").phase());
    }

    private static PodBuilder orchestrator(String namespace) {
        return new PodBuilder().withNewMetadata().withName("di-operator-5d4f").withNamespace(namespace)
                .addToLabels("control-plane", "di-operator").endMetadata().withNewSpec().addNewContainer().withName("manager")
                .withImage("di-orchestrator").endContainer().endSpec();
    }

    /// Nor does one of a job in the namespace of operators.
    @Test
    void aPodOfSomebodyElseDoesNotKeepTheOperatorFromStarting() {
        lab.client.resource(orchestrator(lab.cluster.namespace()).build()).create();
        lab.create(SmallJobs.tasks("", "learner*1"));
        lab.client.resource(orchestrator(lab.namespace).editMetadata().addNewOwnerReference().withApiVersion("v1").withKind("DIJob")
                .withName("job").withUid(lab.job("job").getMetadata().getUid()).endOwnerReference().endMetadata().build()).create();
        lab.start(OperatorSettings.USUAL.watching(lab.namespace).with(new OperatorSettings.Election(lab.namespace, "it")), lab.client);
    }

    @Test
    void nobodyStartsBesideDiOrchestrator() {
        Pod other = lab.client.resource(orchestrator(lab.namespace).build()).create();
        OperatorSettings settings = OperatorSettings.USUAL.watching(lab.namespace)
                .with(new OperatorSettings.Election(lab.namespace, "it"));
        assertEquals("DI-orchestrator runs in the pod " + lab.namespace + "/di-operator-5d4f and manages the same jobs: "
                + "stop it with `kubectl -n " + lab.namespace + " delete deployment di-operator di-server`; its jobs continue",
                assertThrows(OperatorException.class, () -> lab.start(settings, lab.client)).getMessage());
        lab.client.resource(other).withGracePeriod(0).delete();
        lab.start(settings, lab.client);
    }
}
