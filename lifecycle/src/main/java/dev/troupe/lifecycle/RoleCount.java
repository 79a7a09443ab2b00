package dev.troupe.lifecycle;

import dev.troupe.dijob.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// `replicaStatus` of jobs with a coordinator: role to active, succeeded, failed.
final class RoleCount {
    private static final List<String> ROLES = List.of("aggregator", "collector", "coordinator", "learner");

    private RoleCount() {}

    static Map<String, Object> of(Map<String, Map<String, Integer>> tasks) {
        Map<String, Object> roles = new LinkedHashMap<>();
        for (String role : ROLES) {
            Map<String, Integer> phases = tasks.getOrDefault(role, Map.of());
            Map<String, Object> counts = new LinkedHashMap<>();
            put(counts, "active", phases.getOrDefault(PodPhase.RUNNING.word(), 0));
            put(counts, "succeeded", phases.getOrDefault(PodPhase.SUCCEEDED.word(), 0));
            put(counts, "failed", phases.getOrDefault(PodPhase.FAILED.word(), 0));
            roles.put(Character.toUpperCase(role.charAt(0)) + role.substring(1), counts);
        }
        return tasks.isEmpty() ? Map.of() : roles;
    }

    static Map<String, Map<String, Integer>> read(Map<String, Object> roles) {
        Map<String, Map<String, Integer>> tasks = new TreeMap<>();
        roles.forEach((role, counts) -> {
            Map<String, Integer> phases = new TreeMap<>();
            Tree.map(counts).forEach((count, number) -> {
                String phase = count.equals("active") ? PodPhase.RUNNING.word()
                        : count.substring(0, 1).toUpperCase(Locale.ROOT) + count.substring(1);
                phases.put(phase, ((Number) number).intValue());
            });
            if (!phases.isEmpty()) {
                tasks.put(role.toLowerCase(Locale.ROOT), phases);
            }
        });
        return tasks;
    }

    private static void put(Map<String, Object> counts, String name, int number) {
        if (number > 0) {
            counts.put(name, number);
        }
    }
}
