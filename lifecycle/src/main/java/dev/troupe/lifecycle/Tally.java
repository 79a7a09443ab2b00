package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Phase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The numbers of a job's pods.
///
/// @param replicas how many there should be
/// @param ready how many are ready: pods, not containers
/// @param scheduled how many have a node
/// @param tasks for each task, how many pods are in which phase
/// @param selector of labels that its pods have and no others, for `kubectl scale` and those who scale by themselves
/// @param allocation the node of each rank, for preemptible jobs; empty where there is none
public record Tally(int replicas, int ready, int scheduled, Map<String, Map<String, Integer>> tasks, String selector,
        List<String> allocation) {
    static final Tally NOTHING = new Tally(0, 0, 0, Map.of(), "", List.of());

    public Tally {
        Map<String, Map<String, Integer>> copy = new TreeMap<>();
        tasks.forEach((task, phases) -> copy.put(task, Collections.unmodifiableMap(new TreeMap<>(phases))));
        tasks = Collections.unmodifiableMap(copy);
        allocation = List.copyOf(allocation);
    }

    /// How many pods have no node: they are not created yet, or wait for room.
    public int unscheduled() {
        return Math.max(0, replicas - scheduled);
    }

    /// How many pods have a node, but do not run yet: they wait for their image or for an init container.
    public int starting() {
        int begun = tasks.values().stream().flatMap(phases -> phases.entrySet().stream())
                .filter(phase -> !phase.getKey().equals(PodPhase.PENDING.word())).mapToInt(Map.Entry::getValue).sum();
        return Math.max(0, replicas - begun - unscheduled());
    }

    static Tally of(Job job, int replicas, List<Pod> pods) {
        Map<String, Map<String, Integer>> tasks = new TreeMap<>();
        int ready = 0;
        int scheduled = 0;
        for (Pod pod : pods) {
            tasks.computeIfAbsent(pod.task(), _ -> new TreeMap<>()).merge(pod.phase().word(), 1, Integer::sum);
            ready += pod.state(job.terms().preemptible()) == Pod.State.READY ? 1 : 0;
            scheduled += pod.scheduled() && !pod.deleting() ? 1 : 0;
        }
        return new Tally(replicas, ready, scheduled, tasks, selector(job.key()),
                job.terms().preemptible() ? allocation(pods) : List.of());
    }

    /// The numbers after the end of a job, when no pod is active any more. Pods that still ran when the job succeeded
    /// count as succeeded; those that still ran when it failed are not counted.
    Tally ended(Phase end) {
        Map<String, Map<String, Integer>> left = new TreeMap<>();
        tasks.forEach((task, phases) -> {
            Map<String, Integer> counts = new TreeMap<>(phases);
            counts.remove(PodPhase.PENDING.word());
            Integer running = counts.remove(PodPhase.RUNNING.word());
            if (running != null && end == Phase.SUCCEEDED) {
                counts.merge(PodPhase.SUCCEEDED.word(), running, Integer::sum);
            }
            if (!counts.isEmpty()) {
                left.put(task, counts);
            }
        });
        return new Tally(replicas, 0, scheduled, left, selector, allocation);
    }

    private static String selector(JobKey job) {
        return new TreeMap<>(Labels.of(job)).entrySet().stream().map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(","));
    }

    private static List<String> allocation(List<Pod> pods) {
        List<String> nodes = new ArrayList<>();
        for (Pod pod : pods) {
            if (pod.rank() >= 0 && pod.node().isPresent() && !pod.deleting()) {
                while (nodes.size() <= pod.rank()) {
                    nodes.add("");
                }
                nodes.set(pod.rank(), pod.node().get());
            }
        }
        return nodes;
    }
}
