package dev.troupe.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.kube.KubeCluster;
import dev.troupe.kube.LeanClient;
import dev.troupe.kube.Pages;
import dev.troupe.lifecycle.Abridged;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What is large in pods never gets into memory.
final class LeanClientTest {
    @AutoClose
    private final Lab lab = new Lab();
    @AutoClose
    private final KubernetesClient lean = LeanClient.like(lab.client);

    @BeforeAll
    static void cluster() {
        KubeCluster.shared();
    }

    @Test
    void whatIsLargeIsSkippedInListsAndWatches() throws Exception {
        BlockingQueue<Pod> watched = new LinkedBlockingQueue<>();
        try (var _ = lean.pods().inNamespace(lab.namespace).watch(new Watcher<Pod>() {
            @Override
            public void eventReceived(Action action, Pod pod) {
                watched.add(pod);
            }

            @Override
            public void onClose(WatcherException cause) {}
        })) {
            lab.client.resource(new PodBuilder().withNewMetadata().withName("large").withNamespace(lab.namespace).addToLabels("a", "b")
                    .addToAnnotations("note", "x".repeat(1_000)).endMetadata().withNewSpec().addNewContainer().withName("c").withImage("i")
                    .withArgs("x")
                    .addNewEnv().withName("LARGE").withValue("x".repeat(1_000)).endEnv().addNewPort().withName("p").withContainerPort(1)
                    .endPort().endContainer().endSpec().build()).create();
            assertLean(watched.take());
        }
        assertLean(lean.pods().inNamespace(lab.namespace).list().getItems().getFirst());
        assertEquals("LARGE", lab.pod("large").getSpec().getContainers().getFirst().getEnv().getFirst().getName(), "others have it");
    }

    @Test
    void nodesAreReadWithoutTheirImages() {
        lab.client.resource(new NodeBuilder().withNewMetadata().withName(lab.namespace).addToLabels("a", "b").endMetadata().withNewStatus()
                .addToAllocatable("cpu", new Quantity("2")).addNewImage().withNames("large").endImage().endStatus().build()).create();
        lab.closing(lab, () -> lab.client.nodes().withName(lab.namespace).delete());
        Node node = Pages.read(lean.nodes(), 1, Function.identity()).stream()
                .filter(one -> one.getMetadata().getName().equals(lab.namespace)).findFirst().orElseThrow();
        assertEquals("b", node.getMetadata().getLabels().get("a"));
        assertEquals(new Quantity("2"), node.getStatus().getAllocatable().get("cpu"));
        assertEquals(List.of(), node.getStatus().getImages());
        assertEquals(1, lab.client.nodes().withName(lab.namespace).get().getStatus().getImages().size(), "others have them");
    }

    private static void assertLean(Pod pod) {
        assertEquals("b", pod.getMetadata().getLabels().get("a"));
        assertEquals(List.of(), pod.getMetadata().getManagedFields());
        assertEquals(Abridged.value("note", "x".repeat(1_000)), pod.getMetadata().getAnnotations().get("note"));
        var container = pod.getSpec().getContainers().getFirst();
        assertEquals(List.of("c", "p"), List.of(container.getName(), container.getPorts().getFirst().getName()));
        assertEquals(List.of(), container.getEnv());
        assertEquals(List.of(), container.getArgs());
        assertEquals(List.of(), pod.getSpec().getVolumes());
    }
}
