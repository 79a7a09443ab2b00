package dev.troupe.lifecycle;

import dev.troupe.dijob.Phase;
import dev.troupe.dijob.Shape;
import dev.troupe.dijob.Tree;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A [Status] as the tree that stands in the object.
final class StatusTree {
    private StatusTree() {}

    static Map<String, Object> write(Status status) {
        Map<String, Object> tree = new LinkedHashMap<>();
        put(tree, "phase", status.phase().word());
        put(tree, "shape", status.shape());
        tree.put("replicas", status.tally().replicas());
        tree.put("readyReplicas", status.tally().ready());
        tree.put("scheduledReplicas", status.tally().scheduled());
        tree.put("restarts", status.counters().restarts());
        tree.put("reschedules", status.counters().reschedules());
        tree.put("generation", status.counters().generation());
        boolean roles = status.shape().equals(new Shape.Coordinated().word());
        put(tree, roles ? "replicaStatus" : "taskStatus", roles ? RoleCount.of(status.tally().tasks()) : status.tally().tasks());
        put(tree, "selector", status.tally().selector());
        put(tree, "allocation", status.tally().allocation());
        put(tree, "ranks", status.roster().texts());
        status.started().ifPresent(instant -> tree.put("startTime", text(instant)));
        status.ended().ifPresent(instant -> tree.put("completionTimestamp", text(instant)));
        status.notBefore().ifPresent(instant -> tree.put("notBefore", instant.toString()));
        if (status.suspended()) {
            tree.put("suspended", true);
        }
        put(tree, "refusal", status.refusal());
        put(tree, "profilings", status.profilings());
        put(tree, "conditions", status.conditions().stream().map(StatusTree::condition).toList());
        return Tree.copy(tree);
    }

    private static Map<String, Object> condition(Condition condition) {
        return Tree.of("type", condition.type().word(), "status", condition.current() ? "True" : "False", "reason",
                condition.type().reason(),
                "message", condition.message(), "lastUpdateTime", text(condition.entered()), "lastTransitionTime", text(condition.since()));
    }

    static Status read(Object object) {
        Map<String, Object> tree = Tree.map(object);
        String shape = text(tree, "shape");
        Map<String, Map<String, Integer>> tasks = new TreeMap<>();
        if (tree.containsKey("replicaStatus")) {
            tasks.putAll(RoleCount.read(Tree.map(tree.get("replicaStatus"))));
        }
        Tree.map(tree.get("taskStatus")).forEach((task, phases) -> {
            Map<String, Integer> counts = new TreeMap<>();
            Tree.map(phases).forEach((phase, _) -> counts.put(phase, number(Tree.map(phases), phase)));
            tasks.put(task, counts);
        });
        List<Condition> conditions = new ArrayList<>();
        Tree.maps(tree.get("conditions")).forEach(condition -> conditions.add(new Condition(Phase.of(text(condition, "type")),
                "True".equals(condition.get("status")), text(condition, "message"),
                instant(condition, "lastUpdateTime").orElse(Instant.EPOCH),
                instant(condition, "lastTransitionTime").orElse(Instant.EPOCH))));
        return new Status(Phase.of(text(tree, "phase")), shape,
                new Counters(number(tree, "restarts"), number(tree, "reschedules"), number(tree, "generation")),
                new Tally(number(tree, "replicas"), number(tree, "readyReplicas"), number(tree, "scheduledReplicas"), tasks,
                        text(tree, "selector"), Tree.list(tree.get("allocation")).stream().map(String::valueOf).toList()),
                Roster.parse(Tree.list(tree.get("ranks"))), instant(tree, "startTime"), instant(tree, "completionTimestamp"),
                instant(tree, "notBefore"), Boolean.TRUE.equals(tree.get("suspended")), text(tree, "refusal"), conditions,
                Tree.map(tree.get("profilings")));
    }

    /// Times of Kubernetes have whole seconds.
    private static String text(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static void put(Map<String, Object> tree, String name, Object value) {
        if (!value.equals("") && !value.equals(List.of()) && !value.equals(Map.of())) {
            tree.put(name, value);
        }
    }

    private static String text(Map<String, Object> tree, String name) {
        return tree.get(name) instanceof String text ? text : "";
    }

    private static int number(Map<String, Object> tree, String name) {
        return tree.get(name) instanceof Number number ? number.intValue() : 0;
    }

    private static Optional<Instant> instant(Map<String, Object> tree, String name) {
        try {
            return tree.get(name) instanceof String text ? Optional.of(Instant.parse(text)) : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty(); // written by hand
        }
    }
}
