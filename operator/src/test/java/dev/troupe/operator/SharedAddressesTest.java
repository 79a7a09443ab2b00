package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.troupe.dijob.Cluster;
import dev.troupe.dijob.Labels;
import dev.troupe.dijob.Phase;
import dev.troupe.kube.KubeCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The addresses of a large job stand in a config map.
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
        lab.create(Jobs.tasks("", "worker*2")).await("job", Phase.STARTING);
    }

    @Test
    void everyPodRefersToIt() {
        start();
        ConfigMap map = configMaps().getFirst();
        for (String name : List.of("job-worker-0", "job-worker-1")) {
            for (EnvVar variable : lab.pod(name).getSpec().getContainers().getFirst().getEnv()) {
                EnvVarSource source = variable.getValueFrom();
                if (source != null && source.getConfigMapKeyRef() != null) {
                    assertEquals(map.getMetadata().getName(), source.getConfigMapKeyRef().getName());
                    assertNotEquals(null, map.getData().get(source.getConfigMapKeyRef().getKey()));
                }
            }
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

    @Test
    void noneOutlivesItsJob() {
        lab.cluster.assumeGarbageCollection();
        start();
        lab.cluster.kubectl("delete", "dijob", "job", "-n", lab.namespace, "--cascade=orphan");
        assertEquals(List.of(), configMaps());
    }
}
