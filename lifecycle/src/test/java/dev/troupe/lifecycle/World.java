package dev.troupe.lifecycle;

import dev.troupe.dijob.Files;
import dev.troupe.dijob.Job;
import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/// A cluster in memory with one job: decisions are carried out as an operator would.
final class World {
    Job job;
    Cluster cluster = Cluster.USUAL;
    Status status = Status.NEW;
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    OptionalInt requested = OptionalInt.empty();
    OptionalInt podGroup = OptionalInt.empty();
    boolean deleting;
    /// The pods of a gang that find no room.
    List<String> withoutRoom = List.of();
    String lacks = "nvidia.com/gpu: 1";
    boolean jobGone;
    /// Deleted pods stay, leaving, until [#sweep].
    boolean slowToLeave;
    final Map<String, Pod> pods = new TreeMap<>();
    final Set<String> services = new TreeSet<>();
    /// The ports each service was created with.
    final Map<String, Map<String, Integer>> ports = new TreeMap<>();
    final Set<String> secrets = new TreeSet<>();
    final Map<String, Map<String, String>> configMaps = new TreeMap<>();
    /// The variables each pod was created with.
    final Map<String, Map<String, String>> variables = new TreeMap<>();
    final List<String> events = new ArrayList<>();
    final List<Transition> transitions = new ArrayList<>();

    World(Job job) {
        this.job = job;
    }

    static World of(String yaml) {
        return new World(Files.parse(yaml));
    }

    Observation observe() {
        return new Observation(status, List.copyOf(pods.values()), services, podGroup, requested, deleting,
                withoutRoom.stream().map(pod -> new Unplaced(pod, lacks)).toList(), now);
    }

    Decision decide() {
        return Lifecycle.decide(job, observe(), cluster);
    }

    /// Decides and does what is decided. The status travels through its tree, as on an API server.
    Decision step() {
        Decision decision = decide();
        apply(decision);
        return decision;
    }

    void apply(Decision decision) {
        status = Status.read(decision.status().tree());
        decision.transition().ifPresent(transitions::add);
        decision.actions().forEach(this::perform);
    }

    /// Until nothing is left to do.
    World settle() {
        for (int i = 0; i < 100; i++) {
            Decision decision = step();
            if (decision.actions().isEmpty() && decision.transition().isEmpty()) {
                return this;
            }
        }
        throw new AssertionError("it never settles: " + events);
    }

    void perform(Action action) {
        switch (action) {
            case Action.CreateToken(TokenSecret secret) -> secrets.add(secret.name());
            case Action.CreateAddresses(AddressBook book) -> configMaps.put(book.shared().orElseThrow().configMap(), book.lists());
            case Action.CreateService(Service service) -> {
                services.add(service.name());
                ports.put(service.name(), service.ports());
            }
            case Action.DeleteService(String name) -> services.remove(name);
            case Action.CreatePod(NewPod pod) -> create(pod);
            case Action.DeletePod(String name, String _) -> delete(name);
            case Action.ForceDeletePod(String name, String _) -> pods.remove(name);
            case Action.RelabelPod(String name, Marks labels, Marks annotations) ->
                    change(name, pod -> new Pods(pod).marked(merged(pod.labels(), labels), merged(pod.annotations(), annotations)));
            case Action.CreatePodGroup(int members) -> podGroup = OptionalInt.of(members);
            case Action.Announce(boolean warning, String reason, String _) -> events.add((warning ? "Warning " : "Normal ") + reason);
            case Action.DeleteJob _,Action.Release _ -> jobGone = true;
        }
    }

    /// From the manifest, so that what an operator reads back is what was decided.
    void create(NewPod pod) {
        if (pods.containsKey(pod.name())) {
            return; // 409: exists already
        }
        Map<String, Object> manifest = PodManifest.of(job, pod, cluster);
        Map<String, Object> metadata = Tree.map(manifest.get("metadata"));
        Map<String, String> annotations = Tree.strings(Tree.map(metadata.get("annotations")));
        Map<String, String> labels = Tree.strings(Tree.map(metadata.get("labels")));
        Map<String, String> env = new LinkedHashMap<>();
        Map<String, Integer> ports = new LinkedHashMap<>();
        for (Map<String, Object> container : Tree.maps(Tree.map(manifest.get("spec")).get("containers"))) {
            Tree.maps(container.get("env")).forEach(one -> env.put((String) one.get("name"), value(one)));
            Tree.maps(container.get("ports")).forEach(one -> ports.put((String) one.get("name"), (Integer) one.get("containerPort")));
        }
        variables.put(pod.name(), env);
        pods.put(pod.name(), new Pod(pod.name(), labels.get(Labels.TASK_NAME),
                Integer.parseInt(annotations.getOrDefault(Labels.TASK_RANK, "-1")),
                Integer.parseInt(annotations.getOrDefault(Labels.RANK, "-1")),
                PodPhase.PENDING, true, false, false, OptionalInt.empty(), "", "", Optional.empty(),
                annotations.getOrDefault(Labels.TEMPLATE, ""),
                Integer.parseInt(annotations.getOrDefault(Labels.GENERATION, "0")), Optional.empty(), ports, labels, annotations));
    }

    /// As a kubelet finds it.
    private String value(Map<String, Object> variable) {
        Map<String, Object> reference = Tree.map(Tree.map(variable.get("valueFrom")).get("configMapKeyRef"));
        return reference.isEmpty() ? (String) variable.get("value")
                : configMaps.get((String) reference.get("name")).get((String) reference.get("key"));
    }

    private static Map<String, String> merged(Map<String, String> now, Marks marks) {
        Map<String, String> all = new LinkedHashMap<>(now);
        all.putAll(marks.set());
        all.keySet().removeAll(marks.removed());
        return all;
    }

    void delete(String name) {
        if (slowToLeave) {
            change(name, pod -> new Pods(pod).deleting(now));
        } else {
            pods.remove(name);
        }
    }

    /// Pods that were leaving are gone.
    World sweep() {
        pods.values().removeIf(Pod::deleting);
        return this;
    }

    World change(String name, UnaryOperator<Pod> change) {
        pods.computeIfPresent(name, (_, pod) -> change.apply(pod));
        return this;
    }

    World all(UnaryOperator<Pod> change) {
        pods.replaceAll((_, pod) -> change.apply(pod));
        return this;
    }

    /// A job whose pods all run.
    World running() {
        return settle().all(pod -> new Pods(pod).ready()).settle();
    }

    World later(Duration duration) {
        now = now.plus(duration);
        return this;
    }

    Phase phase() {
        return status.phase();
    }

    Set<String> names() {
        return pods.keySet();
    }
}
