package dev.troupe.operator;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// All nodes of a cluster, and all its pods that have not ended, at about one time.
record Census(List<Node> nodes, List<ActivePod> pods) {
    Census {
        nodes = List.copyOf(nodes);
        pods = List.copyOf(pods);
    }

    /// @param lean of [LeanClient]
    static Census take(KubernetesClient lean) {
        Map<Room.Needs, Room.Needs> known = new HashMap<>();
        List<Node> nodes = PodPages.read(lean.nodes(), PodPages.LEAN_SIZE, Function.identity());
        List<ActivePod> pods = PodPages.read(
                lean.pods().inAnyNamespace().withoutField("status.phase", "Succeeded").withoutField("status.phase", "Failed"),
                PodPages.LEAN_SIZE, found -> {
                    ActivePod pod = ActivePod.of(found);
                    return pod.asking(known.computeIfAbsent(pod.needs(), Function.identity()));
                });
        return new Census(nodes, pods);
    }

    /// What is free.
    Room room() {
        return Room.now(nodes, pods);
    }
}
