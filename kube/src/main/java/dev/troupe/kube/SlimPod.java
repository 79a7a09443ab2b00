package dev.troupe.kube;

import dev.troupe.lifecycle.Abridged;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Set;

/// The part of a pod that is kept in memory: what [PodView] reads, and its host name, which the server tells to other pods. A whole pod may
/// have hundreds of kilobytes of variables and annotations.
public final class SlimPod {
    private static final Set<String> CONDITIONS = Set.of("Ready", "PodScheduled");

    private SlimPod() {}

    public static Pod of(Pod pod) {
        return new PodBuilder().withMetadata(metadata(pod.getMetadata()))
                .withNewSpec().withNodeName(pod.getSpec().getNodeName()).withRestartPolicy(pod.getSpec().getRestartPolicy())
                .withHostname(pod.getSpec().getHostname()).withSubdomain(pod.getSpec().getSubdomain())
                .withContainers(pod.getSpec().getContainers().stream().map(SlimPod::container).toList()).endSpec()
                .withStatus(status(pod.getStatus())).build();
    }

    /// Without what API servers and other programs note for themselves.
    public static ObjectMeta metadata(ObjectMeta metadata) {
        ObjectMeta slim = new ObjectMetaBuilder().withName(metadata.getName()).withNamespace(metadata.getNamespace())
                .withUid(metadata.getUid()).withResourceVersion(metadata.getResourceVersion())
                .withLabels(metadata.getLabels()).withAnnotations(Abridged.of(metadata.getAnnotations()))
                .withOwnerReferences(metadata.getOwnerReferences()).build();
        slim.setCreationTimestamp(metadata.getCreationTimestamp());
        slim.setDeletionTimestamp(metadata.getDeletionTimestamp());
        return slim;
    }

    private static Container container(Container container) {
        return new ContainerBuilder().withName(container.getName()).withPorts(container.getPorts()).build();
    }

    private static PodStatus status(PodStatus status) {
        PodStatus slim = new PodStatus();
        if (status != null) {
            slim.setPhase(status.getPhase());
            slim.setReason(status.getReason());
            slim.setConditions(status.getConditions().stream().filter(one -> CONDITIONS.contains(one.getType()))
                    .map(one -> new PodConditionBuilder().withType(one.getType()).withStatus(one.getStatus()).build()).toList());
            slim.setContainerStatuses(status.getContainerStatuses().stream().map(SlimPod::status).toList());
        }
        return slim;
    }

    private static ContainerStatus status(ContainerStatus status) {
        return new ContainerStatusBuilder().withName(status.getName()).withState(status.getState()).build();
    }
}
