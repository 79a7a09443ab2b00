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

/// What the runtime context tells about nodes, actors and resources, in the API's words.
final class Infos {
    private static final String NODE_ID_LABEL = "ray.io/node_id";

    private Infos() {}

    /// @param labels those given to the node; its id is added
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

    /// @param node where it is, if it is somewhere
    static ActorInfo actor(int job, long number, ActorState state, long restarts, OptionalLong node, String ip, String name) {
        Address address = node.isPresent() ? new Address(Ids.node(node.getAsLong()), ip, 0) : new Address(UniqueId.NIL, "", 0);
        return new ActorInfo(Ids.actor(job, number), state, restarts, address, name == null ? "" : name);
    }

    /// What a task or actor holds: each device by its own number, everything else as number 0.
    static Map<String, List<ResourceValue>> held(Map<String, Double> resources, List<Long> gpus) {
        Map<String, List<ResourceValue>> values = new LinkedHashMap<>();
        resources.forEach((name, amount) -> values.put(name, name.equals("GPU") && !gpus.isEmpty()
                ? gpus.stream().map(id -> ApiCorners.resourceValue(id, Math.min(1, amount))).toList()
                : List.of(ApiCorners.resourceValue(0, amount))));
        return values;
    }
}
