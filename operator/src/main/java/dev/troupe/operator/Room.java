package dev.troupe.operator;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is free on the nodes of a cluster. It is a guess: a scheduler looks at more than amounts, labels and taints.
final class Room {
    private static final String PODS = "pods";

    private final Map<String, Place> places = new LinkedHashMap<>();

    /// A node that takes pods.
    private record Place(Map<String, BigDecimal> all, Map<String, BigDecimal> free, Map<String, String> labels, List<Taint> taints) {
        boolean suits(Needs needs, Map<String, BigDecimal> amounts) {
            return labels.entrySet().containsAll(needs.selector().entrySet())
                    && taints.stream().allMatch(taint -> needs.tolerations().stream().anyMatch(one -> tolerates(one, taint)))
                    && needs.amounts().entrySet().stream()
                            .allMatch(need -> amounts.getOrDefault(need.getKey(), BigDecimal.ZERO).compareTo(need.getValue()) >= 0);
        }

        void take(Needs needs) {
            needs.amounts().forEach((name, amount) -> free.merge(name, amount.negate(), BigDecimal::add));
        }
    }

    /// What a pod asks of its node.
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

        /// Where only a limit is written, that much is asked for.
        private static Map<String, BigDecimal> asked(Container container) {
            Map<String, BigDecimal> asked = new HashMap<>();
            if (container.getResources() != null) {
                asked.putAll(Room.amounts(container.getResources().getLimits()));
                asked.putAll(Room.amounts(container.getResources().getRequests()));
            }
            return asked;
        }
    }

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

    /// With the pods that are on the nodes, and those that will be.
    static Room now(List<Node> nodes, List<ActivePod> pods) {
        Room room = new Room(nodes);
        pods.stream().filter(pod -> !pod.node().isEmpty()).forEach(pod -> room.occupy(pod.node(), pod.needs()));
        pods.stream().filter(pod -> pod.node().isEmpty() && !pod.leaving()).forEach(pod -> room.expect(pod.needs()));
        return room;
    }

    /// A pod is on that node.
    void occupy(String node, Needs needs) {
        Place place = places.get(node);
        if (place != null) {
            place.take(needs);
        }
    }

    /// A pod that will be somewhere, if there is room.
    void expect(Needs needs) {
        places.values().stream().filter(place -> place.suits(needs, place.free())).findFirst().ifPresent(place -> place.take(needs));
    }

    /// Takes room for all of them, for those first that the fewest nodes suit.
    ///
    /// @param pods by name
    /// @return the first that finds none
    Optional<String> lacking(Map<String, Needs> pods) {
        Map<Needs, Long> choice = new HashMap<>();
        pods.values().forEach(needs -> choice.computeIfAbsent(needs,
                one -> places.values().stream().filter(place -> place.suits(one, place.free())).count()));
        List<String> names = pods.keySet().stream().sorted(Comparator.comparing(name -> choice.get(pods.get(name)))).toList();
        for (String name : names) {
            Needs needs = pods.get(name);
            if (!fits(needs)) {
                return Optional.of(name);
            }
            expect(needs);
        }
        return Optional.empty();
    }

    /// Whether there is room for one more.
    boolean fits(Needs needs) {
        return places.values().stream().anyMatch(place -> place.suits(needs, place.free()));
    }

    /// Whether there were room on some node if nothing else ran there: who asks for more waits in vain, whatever others give.
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
            quantities.forEach((name, quantity) -> amounts.put(name, quantity.getNumericalAmount()));
        }
        return amounts;
    }
}
