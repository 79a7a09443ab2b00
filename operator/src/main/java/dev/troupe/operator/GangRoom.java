package dev.troupe.operator;

import dev.troupe.dijob.Action;
import dev.troupe.dijob.Cluster;
import dev.troupe.dijob.Decision;
import dev.troupe.dijob.Job;
import dev.troupe.dijob.NewPod;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Status;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whether all pods of a gang find room, before any is created, where no scheduler looks after that. It is a guess, as [Room] is.
final class GangRoom {
    private final KubernetesClient lean;
    private final Cluster cluster;

    /// @param lean of [LeanClient]
    GangRoom(KubernetesClient lean, Cluster cluster) {
        this.lean = lean;
        this.cluster = cluster;
    }

    /// The first pod of a gang about to start that would find no room; empty when all would, when it is no such gang, and when nobody can
    /// tell, since nodes or pods may not be seen or there are none.
    Optional<String> lacking(Optional<Job> job, Status before, Decision decision) {
        boolean begins = before.phase() == Phase.NONE || before.phase() == Phase.PENDING;
        if (cluster.gang() != Cluster.Gang.OWN || !begins || job.filter(one -> one.terms().gang()).isEmpty()) {
            return Optional.empty();
        }
        Map<String, Room.Needs> pods = new LinkedHashMap<>();
        try {
            Map<String, Room.Needs> tasks = new HashMap<>();
            for (Action action : decision.actions()) {
                if (action instanceof Action.CreatePod(NewPod.Ranked pod)) {
                    pods.put(pod.name(), tasks.computeIfAbsent(pod.slot().task(), task -> needs(job.get(), task)));
                }
            }
            List<Node> nodes = pods.isEmpty() ? List.of() : lean.nodes().list().getItems();
            return nodes.isEmpty() ? Optional.empty() : Room.now(nodes, ActivePod.list(lean)).lacking(pods);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // it is no pod, which its creation says
        } catch (KubernetesClientException e) {
            if (!ApiErrors.isForbidden(e)) {
                throw e;
            }
            JobFinder.LOG.log(Level.WARNING,
                    "the gang " + job.get().key() + " is started without a look for room: " + ApiErrors.sentence(e));
            return Optional.empty();
        }
    }

    private Room.Needs needs(Job job, String task) {
        Object spec = job.task(task).orElseThrow().template().tree().get("spec");
        return Room.Needs.of(lean.getKubernetesSerialization().convertValue(spec, PodSpec.class));
    }
}
