package dev.troupe.kube;

import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Template;
import dev.troupe.jobs.JobRow;
import dev.troupe.jobs.WorkerRow;
import dev.troupe.lifecycle.Condition;
import dev.troupe.lifecycle.Labels;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// Objects of an API server as rows of our tables.
final class Rows {
    /// The annotation that records when a job was killed.
    static final String KILLED = "diengine.opendilab.org/killed";

    private Rows() {}

    static JobRow job(DIJobResource object) {
        Status status = Status.read(object.getStatus());
        int active = count(status, "Pending") + count(status, "Running");
        String message = !status.refusal().isEmpty() ? status.refusal()
                : status.conditions().stream().filter(Condition::current).map(Condition::message).findFirst().orElse("");
        String phase = phase(object, status, active);
        Optional<Instant> ended = phase.equals(JobRow.KILLED) ? instant(object.getMetadata().getAnnotations().get(KILLED)) : status.ended();
        return new JobRow(new JobKey(object.getMetadata().getNamespace(), object.getMetadata().getName()), count(status, "Succeeded"),
                count(status, "Failed"), active, instant(object.getMetadata().getCreationTimestamp()), status.started(), ended, phase,
                status.tally().ready(), status.tally().replicas(), status.counters().restarts(), status.counters().reschedules(), message);
    }

    private static String phase(DIJobResource object, Status status, int active) {
        if (object.getMetadata().getDeletionTimestamp() != null) {
            return JobRow.TERMINATING;
        }
        if (!status.phase().ended() && isKilled(object)) {
            return status.suspended() && active == 0 ? JobRow.KILLED : JobRow.TERMINATING;
        }
        return status.phase().word();
    }

    /// Whether somebody killed the job and nobody has resumed it since.
    static boolean isKilled(DIJobResource object) {
        Map<String, String> annotations = object.getMetadata().getAnnotations();
        return annotations != null && annotations.containsKey(KILLED) && object.getSpec() != null
                && Boolean.TRUE.equals(object.getSpec().get("suspend"));
    }

    private static int count(Status status, String phase) {
        return status.tally().tasks().values().stream().mapToInt(phases -> phases.getOrDefault(phase, 0)).sum();
    }

    static WorkerRow worker(Pod pod) {
        Optional<ContainerState> main = main(pod).map(ContainerStatus::getState);
        Optional<ContainerStateTerminated> ended = main.map(ContainerState::getTerminated);
        Optional<Instant> started = ended.map(ContainerStateTerminated::getStartedAt)
                .or(() -> main.map(ContainerState::getRunning).map(running -> running.getStartedAt())).flatMap(Rows::instant);
        return new WorkerRow(pod.getMetadata().getName(), label(pod, Labels.TASK_NAME), rank(pod), status(pod), started,
                ended.map(ContainerStateTerminated::getExitCode).map(OptionalInt::of).orElseGet(OptionalInt::empty),
                Optional.ofNullable(pod.getSpec().getNodeName()).orElse(""), message(pod));
    }

    /// Whether the container that does the work has begun, so that there is something it may have printed.
    static boolean hasStarted(Pod pod) {
        return main(pod).map(ContainerStatus::getState).filter(state -> state.getRunning() != null || state.getTerminated() != null)
                .isPresent();
    }

    static boolean hasEnded(Pod pod) {
        return main(pod).map(ContainerStatus::getState).filter(state -> state.getTerminated() != null).isPresent();
    }

    static String mainContainer(Pod pod) {
        List<String> names = pod.getSpec().getContainers().stream().map(container -> container.getName()).toList();
        return names.contains(Template.MAIN_CONTAINER) ? Template.MAIN_CONTAINER : names.getFirst();
    }

    static int rank(Pod pod) {
        String rank = Optional.ofNullable(pod.getMetadata().getAnnotations()).map(all -> all.get(Labels.RANK)).orElse("");
        return rank.matches("\\d{1,6}") ? Integer.parseInt(rank) : -1;
    }

    private static Optional<ContainerStatus> main(Pod pod) {
        String main = mainContainer(pod);
        return containers(pod).filter(status -> main.equals(status.getName())).findFirst();
    }

    private static Stream<ContainerStatus> containers(Pod pod) {
        return pod.getStatus() == null ? Stream.empty() : pod.getStatus().getContainerStatuses().stream();
    }

    private static Stream<ContainerStateWaiting> waiting(Pod pod) {
        Stream<ContainerStatus> first = pod.getStatus() == null ? Stream.empty() : pod.getStatus().getInitContainerStatuses().stream();
        return Stream.concat(first, containers(pod)).map(ContainerStatus::getState).filter(state -> state != null)
                .map(ContainerState::getWaiting)
                .filter(waiting -> waiting != null && waiting.getReason() != null && !waiting.getReason().equals("PodInitializing")
                        && !waiting.getReason().equals("ContainerCreating"));
    }

    private static String status(Pod pod) {
        if (pod.getMetadata().getDeletionTimestamp() != null) {
            return JobRow.TERMINATING;
        }
        String reason = pod.getStatus() == null ? null : pod.getStatus().getReason();
        return waiting(pod).map(ContainerStateWaiting::getReason).findFirst().orElseGet(() -> reason != null ? reason
                : Optional.ofNullable(pod.getStatus()).map(status -> status.getPhase()).orElse("Pending"));
    }

    private static String message(Pod pod) {
        List<String> said = new ArrayList<>();
        waiting(pod).map(ContainerStateWaiting::getMessage).forEach(said::add);
        main(pod).map(ContainerStatus::getState).map(ContainerState::getTerminated).ifPresent(ended -> {
            said.add(ended.getMessage());
            said.add("Completed".equals(ended.getReason()) ? null : ended.getReason());
        });
        unschedulable(pod).ifPresent(said::add);
        said.add(pod.getStatus() == null ? null : pod.getStatus().getMessage());
        return said.stream().filter(one -> one != null && !one.isBlank()).findFirst().map(one -> one.strip().lines().findFirst().orElse(""))
                .orElse("");
    }

    /// Why the scheduler finds no node for it.
    static Optional<String> unschedulable(Pod pod) {
        return pod.getStatus() == null ? Optional.empty()
                : pod.getStatus().getConditions().stream()
                        .filter(condition -> "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                        .map(PodCondition::getMessage).filter(message -> message != null).findFirst();
    }

    static Optional<Instant> instant(String text) {
        try {
            return text == null ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static String label(HasMetadata object, String name) {
        return Optional.ofNullable(object.getMetadata().getLabels()).map(labels -> labels.get(name)).orElse("");
    }
}
