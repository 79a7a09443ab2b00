package dev.troupe.head;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Incarnations that are gone for everybody but may still run: those that were told to leave, and those on lost nodes. The next incarnation of an
/// actor is placed only when its last one has surely ended, so that no two of them run at the same time.
final class Departures {
    /// They hold their resources until they have left.
    private final Map<Place, Instance> leaving = new HashMap<>();
    /// Actors that wait for the fences of lost nodes.
    private final Map<NodeKey, List<Actor>> unfenced = new HashMap<>();

    private record Place(ActorKey actor, int incarnation) {
        static Place of(Instance instance) {
            return new Place(instance.actor().key(), instance.incarnation());
        }
    }

    void leaves(Instance instance) {
        leaving.put(Place.of(instance), instance);
    }

    /// The incarnation that was told to leave, or null.
    Instance leaving(ActorKey actor, int incarnation) {
        return leaving.get(new Place(actor, incarnation));
    }

    void left(Instance instance) {
        leaving.remove(Place.of(instance), instance);
    }

    void lost(NodeKey node, Actor actor) {
        unfenced.computeIfAbsent(node, _ -> new ArrayList<>()).add(actor);
    }

    /// The actors whose next incarnations waited for that node.
    List<Actor> fenced(NodeKey node) {
        var waited = unfenced.remove(node);
        return waited == null ? List.of() : waited;
    }
}
