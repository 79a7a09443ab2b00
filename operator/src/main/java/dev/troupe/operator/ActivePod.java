package dev.troupe.operator;

import dev.troupe.kube.Owners;
import dev.troupe.lifecycle.Labels;
import io.fabric8.kubernetes.api.model.Pod;

/// A pod of the cluster that has not ended, of any owner.
///
/// @param name with its namespace, e.g. `games/job-learner-0`
/// @param job the job it belongs to; empty if none
/// @param owner the id of what controls it; empty when nothing does
/// @param priority pods of a higher one may take its place
/// @param node empty while it has none
/// @param stuck the scheduler finds no node for it
record ActivePod(String name, String job, String owner, String node, int priority, Room.Needs needs, boolean stuck, boolean leaving) {
    static ActivePod of(Pod pod) {
        boolean stuck = pod.getStatus().getConditions().stream().anyMatch(condition -> "PodScheduled".equals(condition.getType())
                && "False".equals(condition.getStatus()) && "Unschedulable".equals(condition.getReason()));
        return new ActivePod(pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName(),
                pod.getMetadata().getLabels().getOrDefault(Labels.JOB, ""),
                Owners.controller(pod).map(owner -> owner.getUid()).orElse(""),
                pod.getSpec().getNodeName() == null ? "" : pod.getSpec().getNodeName(),
                pod.getSpec().getPriority() == null ? Standing.USUAL.priority() : pod.getSpec().getPriority(), Room.Needs.of(pod.getSpec()),
                stuck,
                pod.getMetadata().getDeletionTimestamp() != null);
    }

    /// Many pods have the same needs, which are kept in memory once.
    ActivePod asking(Room.Needs same) {
        return new ActivePod(name, job, owner, node, priority, same, stuck, leaving);
    }
}
