package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Names;
import dev.troupe.dijob.Task;
import dev.troupe.dijob.Tree;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Where the pods of a job are reached: lists that all pods of a job without a coordinator are told alike, as variables.
///
/// The lists of a large job stand in a config map that its pods refer to. Written into each pod they would take room by the square of the
/// number of pods, on the API server and in every program that reads pods. The variables in the containers are the same either way.
///
/// @param span one more than the highest rank
/// @param lists by the names of variables
/// @param shared where they stand; empty when each pod has them itself
public record AddressBook(int span, Map<String, String> lists, Optional<Shared> shared) {
    /// The port of a pod whose template names none.
    public static final int PORT = 22270;
    static final String NODES = "DI_NODES";
    static final String ENDPOINTS = "PADDLE_TRAINER_ENDPOINTS";
    /// Lists with more characters than this are shared: those of about 60 pods.
    static final int LARGE = 10_000;

    /// A config map.
    ///
    /// @param id of its content, which never changes
    public record Shared(String configMap, String id) {}

    public AddressBook { lists = Collections.unmodifiableMap(new LinkedHashMap<>(lists)); }

    /// For any rank without a pod the lists by rank have an empty entry, so that the entry of a rank always stands at that rank.
    static AddressBook of(Job job, Roster roster, int generation, Cluster cluster) {
        Function<Slot, String> host = slot -> host(job, slot, generation, cluster);
        Map<String, String> lists = new LinkedHashMap<>();
        lists.put(NODES, byRank(roster, host));
        Map<String, List<Slot>> byTask = roster.slots().stream().flatMap(Optional::stream).collect(Collectors.groupingBy(Slot::task));
        for (Task task : job.tasks()) {
            lists.put(Names.nodesVariable(task.name()), byTask.getOrDefault(task.name(), List.of()).stream()
                    .sorted((a, b) -> Integer.compare(a.index(), b.index())).map(host).collect(Collectors.joining(",")));
        }
        lists.put(ENDPOINTS, byRank(roster, slot -> endpoint(job, slot, generation, cluster)));
        return new AddressBook(roster.span(), lists, shared(job, lists));
    }

    private static Optional<Shared> shared(Job job, Map<String, String> lists) {
        if (lists.values().stream().mapToInt(String::length).sum() <= LARGE) {
            return Optional.empty();
        }
        String id = Fingerprint.of(Tree.canonical(lists));
        return job.uid().map(uid -> new Shared(configMap(job.key(), uid, id), id));
    }

    /// The name of the config map with lists of that id. It has a part of the job's uid, so that no other job of that name has it.
    public static String configMap(JobKey job, String uid, String id) {
        return job.name() + "-addresses-" + Names.part(uid) + "-" + id;
    }

    /// Whether pods refer to the lists already, so that they stand where they should.
    boolean known(List<Pod> pods) {
        return shared.isEmpty() || pods.stream().anyMatch(pod -> shared.get().id().equals(pod.annotations().get(Labels.ADDRESSES)));
    }

    private static String byRank(Roster roster, Function<Slot, String> address) {
        return roster.slots().stream().map(slot -> slot.map(address).orElse("")).collect(Collectors.joining(","));
    }

    /// The full name of a slot's pod: a pod of an earlier generation is about to be replaced by the one of that name.
    private static String host(Job job, Slot slot, int generation, Cluster cluster) {
        return Names.pod(job, slot.task(), slot.index(), generation) + "." + Names.service(job) + "." + job.key().namespace() + "."
                + cluster.domain();
    }

    static String endpoint(Job job, Slot slot, int generation, Cluster cluster) {
        int port = job.task(slot.task()).map(task -> task.template().port(PORT)).orElse(PORT);
        return host(job, slot, generation, cluster) + ":" + port;
    }

    /// A variable of a container.
    Map<String, Object> variable(String name, String value) {
        return shared.filter(_ -> lists.containsKey(name))
                .map(one -> Tree.of("name", name, "valueFrom",
                        Tree.of("configMapKeyRef", Tree.of("name", one.configMap(), "key", name))))
                .orElseGet(() -> Tree.of("name", name, "value", value));
    }

    /// The config map of shared lists, for an API server.
    public Map<String, Object> tree(Job job) {
        Shared place = shared.orElseThrow();
        Map<String, String> labels = Labels.of(job.key());
        labels.put(Labels.ADDRESSES, place.id());
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", place.configMap());
        metadata.put("namespace", job.key().namespace());
        metadata.put("labels", labels);
        Owner.of(job).ifPresent(owner -> metadata.put("ownerReferences", List.of(owner)));
        return Tree.copy(Tree.of("apiVersion", "v1", "kind", "ConfigMap", "metadata", metadata, "immutable", true, "data", lists));
    }
}
