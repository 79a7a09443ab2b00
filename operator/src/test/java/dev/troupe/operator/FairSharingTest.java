package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Phase;
import dev.troupe.jobserver.JobFinder;
import dev.troupe.kube.EventWriter;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.LeanClient;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.FairShare;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Elastic jobs on a node with four processors; the test is the scheduler and the kubelet. Nobody says that the node is well, so pods have
/// to tolerate what the cluster thinks of it.
final class FairSharingTest {
    private static final int PROCESSORS = 4;
    private Lab lab;
    private EventWriter events;
    private KubernetesClient lean;
    private FairSharing sharing;

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @BeforeEach
    void open() {
        lab = new Lab();
        lab.start(OperatorSettings.USUAL.watching(lab.namespace).with(Cluster.Gang.OWN), lab.client);
        Map<String, Quantity> has = Map.of("cpu", new Quantity(Integer.toString(PROCESSORS)), "pods", new Quantity("100"));
        lab.client.resource(new NodeBuilder().withNewMetadata().withName(lab.namespace).addToLabels("only", lab.namespace).endMetadata()
                .withNewStatus().withCapacity(has).withAllocatable(has).endStatus().build()).create();
        events = new EventWriter(lab.client, InstantSource.system());
        lean = LeanClient.like(lab.client);
        sharing = new FairSharing(lab.client, lean, Optional.of(lab.namespace), new JobFinder(lab.client, lean, ""), events, Cluster.USUAL);
    }

    @AfterEach
    void close() throws Exception {
        events.close();
        lean.close();
        lab.client.nodes().withName(lab.namespace).delete();
        lab.close();
    }

    private void create(String name, String terms) {
        submit(name, terms, 1);
        lab.await(name, Phase.STARTING);
        schedule();
    }

    private void submit(String name, String terms, int replicas) {
        String pods = "template: {spec: {nodeSelector: {only: " + lab.namespace
                + "}, tolerations: [{operator: Exists}], containers: [{name: di-container, image: ding, "
                + "resources: {requests: {cpu: 1}}}]}}";
        lab.create("apiVersion: diengine.opendilab.org/v2alpha1\nkind: DIJob\nmetadata: {name: " + name + "}\nspec:\n" + terms.indent(2)
                + (terms.contains("minReplicas") ? "  " + pods + "\n"
                        : "  tasks:\n  - {type: learner, replicas: " + replicas + ", " + pods + "}\n"));
    }

    private void elastic(String name) {
        create(name, "preemptible: true\nminReplicas: 1\nmaxReplicas: 4");
    }

    private List<Pod> all() {
        return lab.client.pods().inNamespace(lab.namespace).list().getItems();
    }

    /// Gives pods the node while it has room, and says of the others that they wait. Pods that leave are gone.
    private void schedule() {
        for (Pod pod : all()) {
            String name = pod.getMetadata().getName();
            if (pod.getMetadata().getDeletionTimestamp() != null) {
                lab.gone(name);
            }
        }
        KubeCluster.await("they are gone", () -> all().stream().allMatch(pod -> pod.getMetadata().getDeletionTimestamp() == null));
        long used = all().stream().filter(pod -> pod.getSpec().getNodeName() != null).count();
        for (Pod pod : all()) {
            if (pod.getSpec().getNodeName() == null && used < PROCESSORS) {
                lab.bind(pod.getMetadata().getName(), lab.namespace);
                used++;
            } else if (pod.getSpec().getNodeName() == null) {
                lab.status(pod.getMetadata().getName(), """
                        {"conditions": [{"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}]}""");
            }
        }
    }

    private Optional<FairShare.Change> change(String job, int by) {
        return Optional.of(new FairShare.Change(new JobKey(lab.namespace, job), by));
    }

    private void awaitPods(String job, int count) {
        KubeCluster.await(job + " has " + count + " pods, it has " + lab.names(job), () -> lab.names(job).size() == count);
        schedule();
    }

    @Test
    void jobsGrowWhileThereIsRoomAndShrinkWhileOthersWait() {
        elastic("a");
        assertEquals(change("a", 1), sharing.step());
        awaitPods("a", 2);
        assertEquals(change("a", 1), sharing.step());
        awaitPods("a", 3);
        assertEquals(change("a", 1), sharing.step());
        awaitPods("a", 4);
        assertEquals(Optional.empty(), sharing.step(), "it has the most it may have");

        elastic("b");
        assertEquals(change("a", -1), sharing.step(), "b waits for its first");
        KubeCluster.await("one goes", () -> lab.names("a").size() == 3);
        assertEquals(Optional.empty(), all().stream().anyMatch(pod -> pod.getMetadata().getDeletionTimestamp() != null)
                ? sharing.step() : Optional.empty(), "not another one before that is gone");
        awaitPods("a", 3);
        assertEquals(Optional.empty(), sharing.step(), "the node is full and nobody waits");
        lab.awaitEvent("a", "FairShare");

        create("c", "");
        assertEquals(change("a", -1), sharing.step(), "for a job that is not elastic, too");
        awaitPods("a", 2);
        assertEquals(Optional.empty(), sharing.step());

        lab.client.pods().inNamespace(lab.namespace).withName("c-learner-0").delete();
        lab.gone("c-learner-0").at("c").delete();
        KubeCluster.await("c is gone", () -> lab.job("c") == null && lab.names("c").isEmpty());
        schedule();
        assertEquals(change("b", 1), sharing.step(), "the poorer one grows");
    }

    @Test
    void jobsShrinkForAGangThatWaitsAndDoNotGrowIntoItsRoom() {
        elastic("a");
        for (int pods = 2; pods <= PROCESSORS; pods++) {
            assertEquals(change("a", 1), sharing.step());
            awaitPods("a", pods);
        }
        submit("gang", "gang: true", 2);
        lab.awaitEvent("gang", "GangWaits");
        assertEquals(change("a", -1), sharing.step());
        awaitPods("a", 3);
        assertEquals(change("a", -1), sharing.step(), "the gang needs two places");
        awaitPods("a", 2);
        assertEquals(Optional.empty(), sharing.step(), "they are the gang's");
        lab.await("gang", Phase.STARTING);
        schedule();
        assertEquals(Optional.empty(), sharing.step());
        assertEquals(2, lab.names("gang").size());
    }

    @Test
    void jobsShrinkForAnElasticGangThatWaits() {
        elastic("a");
        for (int pods = 2; pods <= PROCESSORS; pods++) {
            assertEquals(change("a", 1), sharing.step());
            awaitPods("a", pods);
        }
        submit("gang", "gang: true\npreemptible: true\nminReplicas: 2\nmaxReplicas: 3", 0);
        lab.awaitEvent("gang", "GangWaits");
        assertEquals(change("a", -1), sharing.step());
        awaitPods("a", 3);
        assertEquals(change("a", -1), sharing.step());
        awaitPods("a", 2);
        lab.await("gang", Phase.STARTING);
    }

    @Test
    void aGangThatCannotBeHelpedIsNotWaitedFor() {
        elastic("a");
        assertEquals(change("a", 1), sharing.step());
        awaitPods("a", 2);
        submit("gang", "gang: true", PROCESSORS);
        lab.awaitEvent("gang", "GangWaits");
        assertEquals(change("a", 1), sharing.step(), "a keeps one pod, so the gang would have no room either way");
        awaitPods("a", 3);
    }

    @Test
    void whoCannotBeHelpedIsNotWaitedFor() {
        elastic("a");
        assertEquals(change("a", 1), sharing.step());
        awaitPods("a", 2);
        String large = "template: {spec: {nodeSelector: {only: " + lab.namespace
                + "}, tolerations: [{operator: Exists}], containers: [{name: di-container, image: ding, "
                + "resources: {requests: {cpu: 64}}}]}}";
        lab.create(
                "apiVersion: diengine.opendilab.org/v2alpha1\nkind: DIJob\nmetadata: {name: large}\nspec:\n  tasks:\n  - {type: learner, "
                        + large + "}\n")
                .await("large", Phase.STARTING).status("large-learner-0", """
                        {"conditions": [{"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}]}""");
        assertEquals(change("a", 1), sharing.step(), "no node is that large");
        awaitPods("a", 3);
    }

    @Test
    void onlyJobsThatMayBeChangedAre() {
        create("fixed", "minReplicas: 1\nmaxReplicas: 4");
        create("asleep", "preemptible: true\nminReplicas: 1\nmaxReplicas: 4");
        lab.merge("asleep", "{\"spec\": {\"suspend\": true}}");
        KubeCluster.await("asleep", () -> lab.names("asleep").isEmpty());
        assertEquals(Optional.empty(), sharing.step());
        assertTrue(lab.job("fixed").getMetadata().getAnnotations() == null || lab.job("fixed").getMetadata().getAnnotations().isEmpty());
    }
}
