package dev.troupe.operator;

import dev.troupe.dijob.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/// A pod of the cluster that has not ended, whosever it is.
///
/// @param job whose it is; empty when of none
/// @param owner the id of what controls it; empty when nothing does
/// @param node empty while it has none
/// @param stuck the scheduler finds no node for it
record ActivePod(String job, String owner, String node, Room.Needs needs, boolean stuck, boolean leaving) {
    /// All there are.
    ///
    /// @param lean of [LeanClient]
    static List<ActivePod> list(KubernetesClient lean) {
        return PodPages.read(
                lean.pods().inAnyNamespace().withoutField("status.phase", "Succeeded").withoutField("status.phase", "Failed"),
                ActivePod::of);
    }

    private static ActivePod of(Pod pod) {
        boolean stuck = pod.getStatus().getConditions().stream().anyMatch(condition -> "PodScheduled".equals(condition.getType())
                && "False".equals(condition.getStatus()) && "Unschedulable".equals(condition.getReason()));
        return new ActivePod(pod.getMetadata().getLabels().getOrDefault(Labels.JOB, ""),
                Owners.controller(pod).map(owner -> owner.getUid()).orElse(""),
                pod.getSpec().getNodeName() == null ? "" : pod.getSpec().getNodeName(), Room.Needs.of(pod.getSpec()), stuck,
                pod.getMetadata().getDeletionTimestamp() != null);
    }
}
