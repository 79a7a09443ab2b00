package dev.troupe.kube;

import dev.troupe.jobs.JobRow;
import dev.troupe.jobs.Jobs;
import dev.troupe.lifecycle.Status;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The full details of a job.
final class Describing {
    private final KubernetesClient client;
    private final CommandErrors errors;

    Describing(KubernetesClient client, CommandErrors errors) {
        this.client = client;
        this.errors = errors;
    }

    Jobs.Description of(DIJobResource object, List<Pod> pods, Instant now) {
        List<Jobs.Happening> events = events(object, pods);
        return new Jobs.Description(Rows.job(object), tree(object), pods.stream().map(Rows::worker).toList(), events,
                waits(object, pods, events, now));
    }

    @SuppressWarnings("unchecked") // objects have text keys
    private Map<String, Object> tree(DIJobResource object) {
        Map<String, Object> tree = client.getKubernetesSerialization().convertValue(object, LinkedHashMap.class);
        if (tree.get("metadata") instanceof Map<?, ?> metadata) {
            metadata.remove("managedFields");
        }
        return tree;
    }

    /// By time; an event that happened repeatedly is listed once, with its last time.
    private List<Jobs.Happening> events(DIJobResource object, List<Pod> pods) {
        Set<String> ours = new HashSet<>();
        ours.add(object.getMetadata().getUid());
        pods.forEach(pod -> ours.add(pod.getMetadata().getUid()));
        Map<List<String>, Jobs.Happening> merged = new LinkedHashMap<>();
        errors.trying("read the events of namespace " + object.getMetadata().getNamespace(),
                () -> client.v1().events().inNamespace(object.getMetadata().getNamespace()).list()).getItems().stream()
                .filter(event -> event.getInvolvedObject() != null && ours.contains(event.getInvolvedObject().getUid()))
                .sorted(Comparator.comparing(Describing::when).thenComparingLong(Describing::revision)).map(Describing::happening)
                .forEach(event -> merged.merge(List.of(event.reason(), event.about(), event.message()), event,
                        (before, after) -> new Jobs.Happening(
                                after.when(), after.type(), after.reason(), after.about(), after.message(),
                                before.count() + after.count())));
        return merged.values().stream().sorted(Comparator.comparing(Jobs.Happening::when)).toList();
    }

    /// Orders events within the same second, since times have whole seconds.
    private static long revision(Event event) {
        String revision = String.valueOf(event.getMetadata().getResourceVersion());
        return revision.matches("\\d{1,18}") ? Long.parseLong(revision) : Long.MAX_VALUE;
    }

    private static Instant when(Event event) {
        return Stream.of(event.getLastTimestamp(), event.getEventTime() == null ? null : event.getEventTime().getTime(),
                event.getFirstTimestamp(), event.getMetadata().getCreationTimestamp()).flatMap(text -> Rows.instant(text).stream())
                .findFirst().orElse(Instant.EPOCH);
    }

    private static Jobs.Happening happening(Event event) {
        return new Jobs.Happening(when(event), Optional.ofNullable(event.getType()).orElse("Normal"),
                Optional.ofNullable(event.getReason()).orElse(""),
                event.getInvolvedObject().getKind() + " " + event.getInvolvedObject().getName(),
                Optional.ofNullable(event.getMessage()).orElse(""), Optional.ofNullable(event.getCount()).orElse(1));
    }

    static List<String> waits(DIJobResource object, List<Pod> pods, List<Jobs.Happening> events, Instant now) {
        List<String> waits = new ArrayList<>();
        JobRow row = Rows.job(object);
        Status status = Status.read(object.getStatus());
        if (row.ended()) {
            return waits;
        }
        if (row.phase().isEmpty()) {
            waits.add(
                    "no operator has handled it yet: is one running? kubectl get pods --all-namespaces -l app.kubernetes.io/name=di-operator; "
                            + CommandErrors.INSTALL);
        }
        if (status.suspended()) {
            waits.add("it is suspended: spec.suspend is true");
        }
        // The status keeps it when it is over.
        status.notBefore().filter(now::isBefore)
                .ifPresent(time -> waits.add("no pods are created before " + time + ", because pods failed or were evicted repeatedly"));
        status.waitsForRoom().ifPresent(waits::add);
        if (!status.refusal().isEmpty()) {
            waits.add(status.refusal());
        }
        if (pods.size() < row.replicas()) {
            events.stream().filter(event -> event.reason().equals("FailedCreate")).reduce((_, last) -> last)
                    .ifPresent(event -> waits.add("not all of its pods can be created: " + event.message()));
        }
        Map<String, Integer> reasons = new LinkedHashMap<>();
        pods.stream().flatMap(pod -> Rows.unschedulable(pod).stream()).forEach(reason -> reasons.merge(reason, 1, Integer::sum));
        reasons.forEach((reason, count) -> waits.add(count + (count == 1 ? " worker has" : " workers have") + " no node: " + reason));
        pods.stream().map(Rows::worker).filter(worker -> worker.status().matches(".*(BackOff|Err|Error).*"))
                .forEach(worker -> waits.add(worker.name() + ": " + worker.status()
                        + (worker.message().isEmpty() ? "" : ", " + worker.message())));
        return waits;
    }
}
