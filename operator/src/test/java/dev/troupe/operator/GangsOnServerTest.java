package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.FaultyApi;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.SmallJobs;
import dev.troupe.lifecycle.Cluster;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Gangs on a node with three processors; the test is the scheduler and the kubelet. Nobody says that the node is well, so pods tolerate
/// everything.
final class GangsOnServerTest {
    private static final int PROCESSORS = 3;
    private final Lab lab = new Lab();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @BeforeEach
    void node() {
        Map<String, Quantity> has = Map.of("cpu", new Quantity(Integer.toString(PROCESSORS)), "pods", new Quantity("100"));
        lab.client.resource(new NodeBuilder().withNewMetadata().withName(lab.namespace).addToLabels("only", lab.namespace).endMetadata()
                .withNewStatus().withCapacity(has).withAllocatable(has).endStatus().build()).create();
    }

    @AfterEach
    void close() {
        lab.close();
        lab.client.nodes().withName(lab.namespace).delete();
    }

    private OperatorSettings settings() {
        return OperatorSettings.USUAL.watching(lab.namespace).with(Cluster.Gang.OWN);
    }

    private FaultyApi startBehindFaultyApi() {
        FaultyApi api = new FaultyApi(lab.client.getConfiguration());
        KubernetesClient client = api.client();
        lab.closing(api, api::close);
        lab.closing(client, client::close);
        lab.start(settings(), client);
        return api;
    }

    private void submit(String name, String terms, String... tasks) {
        lab.create(SmallJobs.tasks(terms, tasks).replace("name: job", "name: " + name).replace("spec: {containers: [{",
                "spec: {nodeSelector: {only: " + lab.namespace
                        + "}, tolerations: [{operator: Exists}], containers: [{resources: {requests: {cpu: 1}}, "));
    }

    /// On our node.
    private void stranger(int processors) {
        lab.client.resource(new PodBuilder().withNewMetadata().withName("stranger").withNamespace(lab.namespace).endMetadata()
                .withNewSpec().withNodeName(lab.namespace).addNewContainer().withName("c").withImage("i").withNewResources()
                .addToRequests("cpu", new Quantity(Integer.toString(processors))).endResources().endContainer().endSpec().build()).create();
    }

    @Test
    void aGangDoesNotWaitForRoomThatPodsOfLowerPriorityHave() {
        String urgent = lab.namespace + "-urgent";
        lab.client.resource(new PriorityClassBuilder().withNewMetadata().withName(urgent).endMetadata().withValue(7).build()).create();
        lab.closing(urgent, () -> lab.client.scheduling().v1().priorityClasses().withName(urgent).delete());
        stranger(2);
        lab.start(settings().with(Cluster.USUAL.withHighPriorityClass(urgent)), lab.client);
        submit("patient", "gang: true", "learner*2");
        lab.awaitEvent("patient", "GangWaits");
        submit("urgent", "gang: true\npriority: high", "learner*1", "collector*2");
        lab.await("urgent", Phase.STARTING).awaitPods("urgent", "urgent-learner-0", "urgent-collector-0", "urgent-collector-1");
        assertEquals(Set.of(), lab.names("patient"));
        submit("large", "gang: true\npriority: high", "learner*4");
        lab.awaitEvent("large", "GangWaits");
    }

    /// The API server takes one pod and refuses the others until a stranger has their room.
    @Test
    void halfAGangWithoutRoomForTheOthersIsDeleted() {
        FaultyApi api = startBehindFaultyApi();
        AtomicInteger created = new AtomicInteger();
        api.script(call -> call.method().equals("POST") && call.path().endsWith("/pods") && created.getAndIncrement() > 0
                ? new FaultyApi.Fate.Refuse(500, "no more")
                : FaultyApi.FORWARD);
        submit("job", "gang: true", "learner*1", "collector*2");
        lab.awaitEvent("job", "FailedCreate");
        assertEquals(1, lab.names("job").size());
        stranger(1);
        KubeCluster.await("its pods are deleted", () -> lab.names("job").isEmpty());
        api.script(_ -> FaultyApi.FORWARD);
        lab.awaitEvent("job", "GangWaits");
        lab.gone("stranger").await("job", Phase.STARTING);
    }

    @Test
    void manyGangsThatWaitReadTheClusterTogether() {
        FaultyApi api = startBehindFaultyApi();
        stranger(PROCESSORS);
        api.script(_ -> FaultyApi.FORWARD);
        long began = System.nanoTime();
        List<String> gangs = IntStream.range(0, 20).mapToObj(i -> "gang-" + i).toList();
        gangs.forEach(gang -> submit(gang, "gang: true", "learner*2"));
        gangs.forEach(gang -> lab.awaitEvent(gang, "GangWaits"));
        long reads = api.calls.stream().filter(call -> call.path().startsWith("/api/v1/nodes")).count();
        long seconds = (System.nanoTime() - began) / 1_000_000_000;
        assertTrue(reads <= 1 + seconds / SharedCensus.AGE.toSeconds(), reads + " reads within " + seconds + " s");
    }
}
