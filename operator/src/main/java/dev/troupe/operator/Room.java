package dev.troupe.operator;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The free resources of the nodes of a cluster. It is an estimate: a scheduler considers more than amounts, labels and taints.
final class Room {
    private static final String PODS = "pods";

    private final Map<String, Place> places = new LinkedHashMap<>();

    /// A node that accepts pods.
    private record Place(Map<String, BigDecimal> all, Map<String, BigDecimal> free, Map<String, String> labels, List<Taint> taints) {
        boolean suits(Needs needs, Map<String, BigDecimal> amounts) {
            return admits(needs) && enough(amounts, needs);
        }

        private boolean admits(Needs needs) {
            return labels.entrySet().containsAll(needs.selector().entrySet())
                    && taints.stream().allMatch(taint -> needs.tolerations().stream().anyMatch(one -> tolerates(one, taint)));
        }

        private static boolean enough(Map<String, BigDecimal> amounts, Needs needs) {
            return needs.amounts().entrySet().stream()
                    .allMatch(need -> amounts.getOrDefault(need.getKey(), BigDecimal.ZERO).compareTo(need.getValue()) >= 0);
        }

        /// @return how many of these pods have room on it
        int take(Needs needs, int pods) {
            int taken = 0;
            if (admits(needs)) {
                for (; taken < pods && enough(free, needs); taken++) {
                    take(needs);
                }
            }
            return taken;
        }

        void take(Needs needs) {
            needs.amounts().forEach((name, amount) -> free.merge(name, amount.negate(), BigDecimal::add));
        }
    }

    /// What a pod requires of its node.
    record Needs(Map<String, BigDecimal> amounts, Map<String, String> selector, List<Toleration> tolerations) {
        static Needs of(PodSpec pod) {
            Map<String, BigDecimal> amounts = new HashMap<>();
            pod.getContainers()
                    .forEach(container -> asked(container).forEach((name, amount) -> amounts.merge(name, amount, BigDecimal::add)));
            pod.getInitContainers()
                    .forEach(container -> asked(container).forEach((name, amount) -> amounts.merge(name, amount, BigDecimal::max)));
            amounts.put(PODS, BigDecimal.ONE);
            return new Needs(amounts, pod.getNodeSelector() == null ? Map.of() : pod.getNodeSelector(), pod.getTolerations());
        }

        /// A limit without a request counts as the request.
        private static Map<String, BigDecimal> asked(Container container) {
            Map<String, BigDecimal> asked = new HashMap<>();
            if (container.getResources() != null) {
                asked.putAll(Room.amounts(container.getResources().getLimits()));
                asked.putAll(Room.amounts(container.getResources().getRequests()));
            }
            return asked;
        }
    }

    private Room() {}

    Room(List<Node> nodes) {
        for (Node node : nodes) {
            if (node.getStatus() != null && !Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
                Map<String, BigDecimal> all = amounts(node.getStatus().getAllocatable());
                List<Taint> taints = node.getSpec().getTaints().stream().filter(taint -> !"PreferNoSchedule".equals(taint.getEffect()))
                        .toList();
                places.put(node.getMetadata().getName(), new Place(all, new HashMap<>(all), node.getMetadata().getLabels(), taints));
            }
        }
    }

    /// The room that is left by the pods on the nodes and by those that will be placed.
    static Room now(List<Node> nodes, List<ActivePod> pods) {
        Room room = new Room(nodes);
        pods.stream().filter(pod -> !pod.node().isEmpty()).forEach(pod -> room.occupy(pod.node(), pod.needs()));
        Map<Needs, Integer> coming = new LinkedHashMap<>();
        pods.stream().filter(pod -> pod.node().isEmpty() && !pod.leaving()).forEach(pod -> coming.merge(pod.needs(), 1, Integer::sum));
        coming.forEach(room::expect);
        return room;
    }

    /// An independent copy.
    Room copy() {
        Room copy = new Room();
        places.forEach((node, place) -> copy.places.put(node,
                new Place(place.all(), new HashMap<>(place.free()), place.labels(), place.taints())));
        return copy;
    }

    /// Subtracts a pod that is on that node.
    void occupy(String node, Needs needs) {
        Place place = places.get(node);
        if (place != null) {
            place.take(needs);
        }
    }

    /// Subtracts pods with equal requests that will be placed on some node, as far as there is room.
    ///
    /// @return how many have no room
    int expect(Needs needs, int pods) {
        int left = pods;
        for (Iterator<Place> rest = places.values().iterator(); left > 0 && rest.hasNext();) {
            left -= rest.next().take(needs, left);
        }
        return left;
    }

    /// Takes room for all pods. Pods that fit on the fewest nodes come first.
    ///
    /// @param pods by name
    /// @return the pods without room, in their order
    List<String> lacking(Map<String, Needs> pods) {
        Map<Needs, Integer> placed = place(pods.values());
        return pods.entrySet().stream().filter(pod -> placed.merge(pod.getValue(), -1, Integer::sum) < 0).map(Map.Entry::getKey).toList();
    }

    /// Takes room for as many pods as possible.
    ///
    /// @return whether all of them have room
    boolean takesAll(Collection<Needs> pods) {
        return place(pods).values().stream().mapToInt(Integer::intValue).sum() == pods.size();
    }

    /// @return how many have room
    private Map<Needs, Integer> place(Collection<Needs> pods) {
        Map<Needs, Integer> alike = new LinkedHashMap<>();
        pods.forEach(needs -> alike.merge(needs, 1, Integer::sum));
        Map<Needs, Long> choice = new HashMap<>();
        alike.keySet()
                .forEach(needs -> choice.put(needs, places.values().stream().filter(place -> place.suits(needs, place.all())).count()));
        Map<Needs, Integer> placed = new HashMap<>();
        alike.keySet().stream().sorted(Comparator.comparing(choice::get))
                .forEach(needs -> placed.put(needs, alike.get(needs) - expect(needs, alike.get(needs))));
        return placed;
    }

    /// The part of a pod's request that no suitable node has left. If each node lacks something else, it is the whole request.
    String shortage(Needs needs) {
        List<Place> open = places.values().stream().filter(place -> place.admits(needs)).toList();
        if (open.isEmpty()) {
            return "no node matches its nodeSelector and tolerations";
        }
        Map<String, BigDecimal> all = new TreeMap<>(needs.amounts());
        Map<String, BigDecimal> lacking = new TreeMap<>(all);
        lacking.entrySet().removeIf(need -> open.stream()
                .anyMatch(place -> place.free().getOrDefault(need.getKey(), BigDecimal.ZERO).compareTo(need.getValue()) >= 0));
        all.remove(PODS);
        return (lacking.isEmpty() ? all : lacking).entrySet().stream()
                .map(need -> need.getKey() + ": " + AmountText.of(need.getKey(), need.getValue())).collect(Collectors.joining(", "));
    }

    /// Whether there is room for one more such pod.
    boolean fits(Needs needs) {
        return places.values().stream().anyMatch(place -> place.suits(needs, place.free()));
    }

    /// Whether some node would have room if nothing else ran there. A pod that needs more never starts, even if other jobs give up all they have.
    boolean couldFit(Needs needs) {
        return places.values().stream().anyMatch(place -> place.suits(needs, place.all()));
    }

    private static boolean tolerates(Toleration toleration, Taint taint) {
        boolean key = toleration.getKey() == null || toleration.getKey().isEmpty() || toleration.getKey().equals(taint.getKey());
        boolean value = "Exists".equals(toleration.getOperator())
                || text(toleration.getValue()).equals(text(taint.getValue()));
        boolean effect = toleration.getEffect() == null || toleration.getEffect().isEmpty()
                || toleration.getEffect().equals(taint.getEffect());
        return key && value && effect;
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }

    private static Map<String, BigDecimal> amounts(Map<String, Quantity> quantities) {
        Map<String, BigDecimal> amounts = new HashMap<>();
        if (quantities != null) {
            quantities.forEach((name, quantity) -> amounts.put(name, quantity.getNumericalAmount().stripTrailingZeros()));
        }
        return amounts;
    }
}
