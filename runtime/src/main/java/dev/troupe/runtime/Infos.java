package dev.troupe.runtime;

import dev.troupe.messages.Ids;
import io.ray.api.id.UniqueId;
import io.ray.api.runtimecontext.ActorInfo;
import io.ray.api.runtimecontext.ActorState;
import io.ray.api.runtimecontext.Address;
import io.ray.api.runtimecontext.NodeInfo;
import io.ray.api.runtimecontext.ResourceValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Information of the runtime context about nodes, actors and resources, in the API's types.
final class Infos {
    private static final String NODE_ID_LABEL = "ray.io/node_id";

    private Infos() {}

    /// @param labels the labels given to the node; its id is added
    static NodeInfo node(long number, String ip, String hostname, boolean alive, Map<String, Double> resources,
            Map<String, String> labels) {
        UniqueId id = Ids.node(number);
        Map<String, Double> all = new LinkedHashMap<>();
        if (alive) {
            all.putAll(resources);
            all.put("node:" + ip, 1.0);
        }
        Map<String, String> allLabels = new LinkedHashMap<>(labels);
        allLabels.put(NODE_ID_LABEL, id.toString());
        return new NodeInfo(id, ip, hostname, 0, "", "", alive, all, allLabels);
    }

    /// @param node its node, if it has one
    static ActorInfo actor(int job, long number, ActorState state, long restarts, OptionalLong node, String ip, String name) {
        Address address = node.isPresent() ? new Address(Ids.node(node.getAsLong()), ip, 0) : new Address(UniqueId.NIL, "", 0);
        return new ActorInfo(Ids.actor(job, number), state, restarts, address, name == null ? "" : name);
    }

    /// The resources of a task or actor: each device by its own number, everything else as number 0.
    static Map<String, List<ResourceValue>> held(Map<String, Double> resources, List<Long> gpus) {
        Map<String, List<ResourceValue>> values = new LinkedHashMap<>();
        resources.forEach((name, amount) -> values.put(name, name.equals("GPU") && !gpus.isEmpty()
                ? gpus.stream().map(id -> ApiCorners.resourceValue(id, Math.min(1, amount))).toList()
                : List.of(ApiCorners.resourceValue(0, amount))));
        return values;
    }
}
