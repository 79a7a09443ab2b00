package dev.troupe.operator;

import dev.troupe.kube.LeanClient;
import dev.troupe.kube.Pages;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// All nodes of a cluster, all its pods that have not ended, and its priority classes, at about one time.
final class Census {
    private final List<Node> nodes;
    private final List<ActivePod> pods;
    private final Set<String> names;
    private final Map<String, Standing> classes = new HashMap<>();
    private final Standing usual;
    private final Map<Standing, Room> rooms = new ConcurrentHashMap<>();

    Census(List<Node> nodes, List<ActivePod> pods, List<PriorityClass> classes) {
        this.nodes = List.copyOf(nodes);
        this.pods = List.copyOf(pods);
        this.names = pods.stream().filter(pod -> !pod.leaving()).map(ActivePod::name).collect(Collectors.toSet());
        classes.forEach(one -> this.classes.put(one.getMetadata().getName(), Standing.of(one)));
        this.usual = classes.stream().filter(one -> Boolean.TRUE.equals(one.getGlobalDefault())).findFirst().map(Standing::of)
                .orElse(Standing.USUAL);
    }

    /// @param lean of [LeanClient]
    static Census take(KubernetesClient lean) {
        return take(lean, lean.scheduling().v1().priorityClasses().list().getItems());
    }

    /// For who does not ask how pods stand towards each other, and needs no right to see it.
    static Census withoutPriorities(KubernetesClient lean) {
        return take(lean, List.of());
    }

    private static Census take(KubernetesClient lean, List<PriorityClass> classes) {
        Map<Room.Needs, Room.Needs> known = new HashMap<>();
        List<Node> nodes = Pages.read(lean.nodes(), Pages.OF_ALL, Function.identity());
        List<ActivePod> pods = Pages.read(
                lean.pods().inAnyNamespace().withoutField("status.phase", "Succeeded").withoutField("status.phase", "Failed"),
                Pages.OF_ALL, found -> {
                    ActivePod pod = ActivePod.of(found);
                    return pod.asking(known.computeIfAbsent(pod.needs(), Function.identity()));
                });
        return new Census(nodes, pods, classes);
    }

    List<Node> nodes() {
        return nodes;
    }

    List<ActivePod> pods() {
        return pods;
    }

    /// Whether there is a pod of that name, with its namespace, and it stays.
    boolean has(String pod) {
        return names.contains(pod);
    }

    /// That of pods with this class; of those without, when it is empty.
    Standing standing(String priorityClass) {
        return classes.getOrDefault(priorityClass, usual);
    }

    /// What is free, or would be if all pods gave way that these displace.
    Room room(Standing whose) {
        return rooms.computeIfAbsent(whose, one -> Room.now(nodes, pods.stream().filter(pod -> !one.displaces(pod.priority())).toList()))
                .copy();
    }

    /// What is free.
    Room room() {
        return Room.now(nodes, pods);
    }
}
