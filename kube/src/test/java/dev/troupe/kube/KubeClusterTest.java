package dev.troupe.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// That the client library, this Java and the API server agree.
class KubeClusterTest {
    private static KubeCluster cluster;
    private KubernetesClient client;
    private String namespace;

    @BeforeAll
    static void start() {
        cluster = KubeCluster.shared();
    }

    @BeforeEach
    void prepare() {
        client = cluster.client();
        namespace = cluster.namespace();
    }

    @Test
    void podsAreCreatedListedAndWatched() throws InterruptedException {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (Watch _ = client.pods().inNamespace(namespace).watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, Pod pod) {
                if (action != Action.MODIFIED) {
                    seen.add(action + " " + pod.getMetadata().getName());
                }
            }

            @Override
            public void onClose(WatcherException cause) {}
        })) {
            client.resource(pod("one")).create();
            assertEquals("ADDED one", seen.poll(1, TimeUnit.MINUTES));
            assertEquals(List.of("one"), client.pods().inNamespace(namespace).list().getItems().stream()
                    .map(pod -> pod.getMetadata().getName()).toList());
            client.pods().inNamespace(namespace).withName("one").withGracePeriod(0).delete();
            assertEquals("DELETED one", seen.poll(1, TimeUnit.MINUTES));
        }
    }

    @Test
    void aStaleStatusIsAConflict() {
        Pod stale = client.resource(pod("one")).create();
        Pod running = new PodBuilder(stale).editOrNewStatus().withPhase("Running").endStatus().build();
        assertEquals("Running", client.resource(running).updateStatus().getStatus().getPhase());
        Pod late = new PodBuilder(stale).editOrNewStatus().withPhase("Failed").endStatus().build();
        KubernetesClientException conflict = assertThrows(KubernetesClientException.class,
                () -> client.resource(late).updateStatus());
        assertEquals(409, conflict.getCode());
    }

    @Test
    void whatHasLostItsOwnerIsRemoved() {
        cluster.assumeGarbageCollection();
        ConfigMap owner = client.resource(new ConfigMapBuilder().withNewMetadata().withName("owner").withNamespace(namespace)
                .endMetadata().build()).create();
        client.resource(new PodBuilder(pod("owned")).editMetadata().withOwnerReferences(new OwnerReferenceBuilder().withApiVersion("v1")
                .withKind("ConfigMap").withName("owner").withUid(owner.getMetadata().getUid()).withController(true).build()).endMetadata()
                .build()).create();
        client.resource(owner).delete();
        KubeCluster.await("owned is gone", () -> client.pods().inNamespace(namespace).withName("owned").get() == null);
    }

    @Test
    void kubectlSeesTheSame() {
        client.resource(pod("one")).create();
        assertEquals("pod/one", cluster.kubectl("get", "pods", "-n", namespace, "-o", "name").strip());
    }

    @Test
    void aServiceAccountHasOnlyTheRightsItWasGiven() {
        try (KubernetesClient account = cluster.client(cluster.token(namespace, "default"))) {
            KubernetesClientException refused = assertThrows(KubernetesClientException.class,
                    () -> account.pods().inNamespace(namespace).list());
            assertEquals(403, refused.getCode());
            cluster.kubectl("create", "rolebinding", "look", "-n", namespace, "--clusterrole=view",
                    "--serviceaccount=" + namespace + ":default");
            KubeCluster.await("the right is known", () -> mayList(account));
        }
    }

    @Test
    void anInformerGoesOnAfterTheApiServerWasRestarted() throws InterruptedException {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (SharedIndexInformer<Pod> _ = client.pods().inNamespace(namespace).inform(new ResourceEventHandler<>() {
            @Override
            public void onAdd(Pod pod) {
                seen.add(pod.getMetadata().getName());
            }

            @Override
            public void onUpdate(Pod before, Pod after) {}

            @Override
            public void onDelete(Pod pod, boolean finalStateUnknown) {}
        })) {
            client.resource(pod("one")).create();
            assertEquals("one", seen.poll(1, TimeUnit.MINUTES));
            cluster.restartApiServer();
            client.resource(pod("two")).create();
            assertEquals("two", seen.poll(1, TimeUnit.MINUTES));
        }
    }

    private boolean mayList(KubernetesClient account) {
        try {
            assertTrue(account.pods().inNamespace(namespace).list().getItems().isEmpty());
            return true;
        } catch (KubernetesClientException e) {
            return false;
        }
    }

    private Pod pod(String name) {
        return new PodBuilder().withNewMetadata().withName(name).withNamespace(namespace).endMetadata().withNewSpec()
                .addNewContainer().withName("main").withImage("none").endContainer().endSpec().build();
    }
}
