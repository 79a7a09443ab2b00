package dev.troupe.operator;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Phase;
import dev.troupe.kube.ApiErrors;
import dev.troupe.lifecycle.Action;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.Decision;
import dev.troupe.lifecycle.NewPod;
import dev.troupe.lifecycle.PodManifest;
import dev.troupe.lifecycle.Status;
import dev.troupe.lifecycle.Unplaced;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Checks whether all pods of a gang have room before any is created, in clusters whose scheduler does not. It is an estimate, as [Room] is.
final class GangRoom {
    private static final System.Logger LOGGER = System.getLogger("dev.troupe.operator");
    private final SharedCensus census;
    private final KubernetesSerialization serialization;
    private final Cluster cluster;
    private final Promises promises;

    /// Pods about to be created.
    ///
    /// @param pods what they ask for, by name
    /// @param classes their priority classes; one is empty where pods name none
    private record Gang(Map<String, Room.Needs> pods, List<String> classes) {}

    GangRoom(SharedCensus census, KubernetesSerialization serialization, Cluster cluster, Promises promises) {
        this.census = census;
        this.serialization = serialization;
        this.cluster = cluster;
        this.promises = promises;
    }

    /// The pods of a gang about to start that would find no room. The list is empty if all would find room, if the job is no such gang, and if that is
    /// unknown because the operator may not list nodes or pods, or there are no nodes. Room that is found is reserved for them.
    ///
    /// @return empty while nodes and pods are being read: try again soon
    Optional<List<Unplaced>> lacking(Optional<Job> job, Status before, Decision decision) {
        boolean begins = before.phase() == Phase.NONE || before.phase() == Phase.PENDING;
        if (cluster.gang() != Cluster.Gang.OWN || !begins || job.filter(one -> one.terms().gang()).isEmpty()) {
            return Optional.of(List.of());
        }
        try {
            Gang gang = missing(job.get(), decision);
            return gang.pods().isEmpty() ? Optional.of(List.of()) : census.latest().map(now -> lacking(job.get(), gang, now));
        } catch (IllegalArgumentException e) {
            return Optional.of(List.of()); // it is no pod, which its creation says
        } catch (KubernetesClientException e) {
            if (!ApiErrors.isForbidden(e)) {
                throw e;
            }
            LOGGER.log(Level.WARNING,
                    "the gang " + job.get().key() + " is started without a check for room: " + ApiErrors.sentence(e));
            return Optional.of(List.of());
        }
    }

    private List<Unplaced> lacking(Job job, Gang gang, Census now) {
        if (now.nodes().isEmpty()) {
            return List.of();
        }
        Standing whose = gang.classes().stream().map(now::standing).reduce(Standing::orWeaker).orElseThrow();
        return promises.lacking(job.key().namespace(), gang.pods(), whose, now);
    }

    /// The pods that the decision creates.
    private Gang missing(Job job, Decision decision) {
        Map<String, PodSpec> tasks = new HashMap<>();
        Map<String, Room.Needs> pods = new LinkedHashMap<>();
        for (Action action : decision.actions()) {
            if (action instanceof Action.CreatePod(NewPod.Ranked pod)) {
                PodSpec spec = tasks.computeIfAbsent(pod.slot().task(),
                        _ -> serialization.convertValue(PodManifest.of(job, pod, cluster).get("spec"), PodSpec.class));
                pods.put(pod.name(), Room.Needs.of(spec));
            }
        }
        return new Gang(pods, tasks.values().stream().map(spec -> Objects.requireNonNullElse(spec.getPriorityClassName(), "")).toList());
    }
}
