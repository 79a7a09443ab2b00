package dev.troupe.kube;

import dev.troupe.dijob.Template;
import dev.troupe.lifecycle.Labels;
import dev.troupe.lifecycle.Pod;
import dev.troupe.lifecycle.PodPhase;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A pod of Kubernetes as decisions about its job see it.
public final class PodView {
    private PodView() {}

    /// Reads what the operator wrote on the pod, and how it is.
    public static Pod of(io.fabric8.kubernetes.api.model.Pod pod) {
        ObjectMeta metadata = pod.getMetadata();
        PodStatus status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
        Optional<String> node = Optional.ofNullable(pod.getSpec().getNodeName()).filter(name -> !name.isEmpty());
        Optional<ContainerStateTerminated> end = end(pod, status);
        PodPhase phase = phase(status);
        Map<String, String> labels = metadata.getLabels();
        return new Pod(metadata.getName(), labels.getOrDefault(Labels.TASK_NAME, ""), number(metadata, Labels.TASK_RANK, -1),
                number(metadata, Labels.RANK, -1), end.isPresent() ? ended(phase, end.get()) : phase,
                phase == PodPhase.RUNNING || phase == PodPhase.PENDING, is(status, "Ready"), node.isPresent() || is(status, "PodScheduled"),
                end.map(one -> OptionalInt.of(one.getExitCode())).orElse(OptionalInt.empty()),
                Optional.ofNullable(status.getReason()).orElse(""), end.map(ContainerStateTerminated::getMessage).orElse(""),
                Optional.ofNullable(metadata.getDeletionTimestamp()).map(Instant::parse),
                metadata.getAnnotations().getOrDefault(Labels.TEMPLATE, ""), number(metadata, Labels.GENERATION, 0), node, ports(pod),
                labels, metadata.getAnnotations());
    }

    /// The main container; others may keep running when it has ended.
    static Container main(io.fabric8.kubernetes.api.model.Pod pod) {
        List<Container> containers = pod.getSpec().getContainers();
        return containers.stream().filter(container -> container.getName().equals(Template.MAIN_CONTAINER)).findFirst()
                .orElseGet(containers::getFirst);
    }

    private static PodPhase phase(PodStatus status) {
        return switch (String.valueOf(status.getPhase())) {
            case "Running" -> PodPhase.RUNNING;
            case "Succeeded" -> PodPhase.SUCCEEDED;
            case "Failed" -> PodPhase.FAILED;
            case "Unknown" -> PodPhase.UNKNOWN;
            default -> PodPhase.PENDING;
        };
    }

    private static PodPhase ended(PodPhase phase, ContainerStateTerminated end) {
        return phase != PodPhase.RUNNING ? phase : end.getExitCode() == 0 ? PodPhase.SUCCEEDED : PodPhase.FAILED;
    }

    /// A container that will be restarted has not ended.
    private static Optional<ContainerStateTerminated> end(io.fabric8.kubernetes.api.model.Pod pod, PodStatus status) {
        String policy = pod.getSpec().getRestartPolicy();
        String main = main(pod).getName();
        return status.getContainerStatuses().stream().filter(one -> one.getName().equals(main)).map(ContainerStatus::getState)
                .filter(state -> state != null && state.getTerminated() != null).map(state -> state.getTerminated())
                .filter(end -> !"Always".equals(policy) && (!"OnFailure".equals(policy) || end.getExitCode() == 0)).findFirst();
    }

    private static boolean is(PodStatus status, String condition) {
        return status.getConditions().stream().anyMatch(one -> condition.equals(one.getType()) && "True".equals(one.getStatus()));
    }

    private static Map<String, Integer> ports(io.fabric8.kubernetes.api.model.Pod pod) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        for (ContainerPort port : main(pod).getPorts()) {
            if (port.getName() != null) {
                ports.put(port.getName(), port.getContainerPort());
            }
        }
        return ports;
    }

    private static int number(ObjectMeta metadata, String annotation, int otherwise) {
        try {
            return Integer.parseInt(metadata.getAnnotations().getOrDefault(annotation, ""));
        } catch (NumberFormatException e) {
            return otherwise; // absent, or changed by hand
        }
    }
}
