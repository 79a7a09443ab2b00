package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.dijob.Phase;
import dev.troupe.kube.DIJobResource;
import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.PodView;
import dev.troupe.kube.SmallJobs;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.Labels;
import dev.troupe.lifecycle.Observation;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The addresses of a large job are in a config map.
final class SharedAddressesTest {
    /// Its long domain makes the addresses of a few pods as large as those of many.
    static final Cluster FAR = new Cluster(Cluster.USUAL.serverUrl(), "svc." + "far.".repeat(1_000) + "away", Cluster.USUAL.gang(),
            Cluster.USUAL.gangPatience(), Cluster.USUAL.gangPause(), Cluster.USUAL.serverCa(), Cluster.USUAL.highPriorityClass(),
            Cluster.USUAL.forceDeleteAfter());

    @AutoClose
    private final Lab lab = new Lab();

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    private List<ConfigMap> configMaps() {
        return lab.client.configMaps().inNamespace(lab.namespace).withLabel(Labels.ADDRESSES).list().getItems();
    }

    private void start() {
        lab.start(OperatorSettings.USUAL.watching(lab.namespace).with(FAR), lab.client);
        lab.create(SmallJobs.tasks("", "worker*2")).await("job", Phase.STARTING);
    }

    @Test
    void everyPodRefersToIt() {
        start();
        ConfigMap map = configMaps().getFirst();
        for (String name : List.of("job-worker-0", "job-worker-1")) {
            Map<String, String> keys = new TreeMap<>();
            for (EnvVar variable : lab.pod(name).getSpec().getContainers().getFirst().getEnv()) {
                EnvVarSource source = variable.getValueFrom();
                if (source != null && source.getConfigMapKeyRef() != null) {
                    assertEquals(map.getMetadata().getName(), source.getConfigMapKeyRef().getName());
                    keys.put(variable.getName(), source.getConfigMapKeyRef().getKey());
                }
            }
            assertEquals(Map.of("DI_NODES", "DI_NODES", "DI_WORKER_NODES", "DI_WORKER_NODES", "PADDLE_TRAINER_ENDPOINTS",
                    "PADDLE_TRAINER_ENDPOINTS"), keys);
            assertEquals(keys.keySet(), map.getData().keySet());
        }
        assertEquals(List.of("job-worker-0", "job-worker-1"), List.of(map.getData().get("DI_NODES").split(",", -1)).stream()
                .map(node -> node.replaceFirst("[.].*", "")).toList());
    }

    @Test
    void thoseThatNoPodRefersToGo() {
        start();
        String first = configMaps().getFirst().getMetadata().getName();
        lab.at("job").patch(PatchContext.of(PatchType.JSON), "[{\"op\": \"replace\", \"path\": \"/spec/tasks/0/replicas\", \"value\": 3}]");
        lab.awaitPods("job", "job-worker-0", "job-worker-1", "job-worker-2").await("job", Phase.STARTING);
        assertEquals(2, configMaps().size());
        lab.delete("job-worker-0").delete("job-worker-1");
        KubeCluster.await("the first is gone", () -> configMaps().stream().noneMatch(map -> map.getMetadata().getName().equals(first)));
        assertEquals(1, configMaps().size());
    }

    /// An operator may learn late that a job is gone, when there is another one of that name.
    @Test
    void theEndOfAnEarlierJobOfThatNameLeavesThem() {
        start();
        Leftovers leftovers = new Leftovers(lab.client);
        String id = lab.pod("job-worker-0").getMetadata().getAnnotations().get(Labels.ADDRESSES);
        DIJobResource earlier = lab.job("job");
        earlier.getMetadata().setUid("00000000-1111-2222-3333-444444444444");
        Observed seen = seen(earlier);
        leftovers.note(seen);
        assertEquals(List.of(), leftovers.all(seen));
        assertEquals(List.of(id), configMaps().stream().map(map -> map.getMetadata().getLabels().get(Labels.ADDRESSES)).toList());
        leftovers.note(seen(lab.job("job")));
        assertEquals(List.of(), leftovers.all(seen(lab.job("job"))));
        assertEquals(List.of(), configMaps());
    }

    /// An annotation of a pod is not used as a part of a path.
    @Test
    void anIdThatIsNoneIsIgnored() {
        start();
        lab.client.pods().inNamespace(lab.namespace).withName("job-worker-0").patch(PatchContext.of(PatchType.JSON_MERGE),
                "{\"metadata\": {\"annotations\": {\"" + Labels.ADDRESSES + "\": \"/../../services/di-job\"}}}");
        Leftovers leftovers = new Leftovers(lab.client);
        leftovers.note(seen(lab.job("job")));
        leftovers.all(seen(lab.job("job")));
        assertEquals(Set.of("di-job"), lab.services());
    }

    private Observed seen(DIJobResource job) {
        Map<String, Pod> pods = lab.pods("job").stream().collect(Collectors.toMap(pod -> pod.getMetadata().getName(), pod -> pod));
        return new Observed(job, pods, new Observation(Status.NEW, pods.values().stream().map(PodView::of).toList(), Set.of(),
                OptionalInt.empty(), OptionalInt.empty(), false, Instant.EPOCH));
    }

    @Test
    void noneOutlivesItsJob() {
        lab.cluster.assumeGarbageCollection();
        start();
        lab.cluster.kubectl("delete", "dijob", "job", "-n", lab.namespace, "--cascade=orphan");
        assertEquals(List.of(), configMaps());
    }
}
