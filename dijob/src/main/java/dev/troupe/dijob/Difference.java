package dev.troupe.dijob;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How the pods of a job differ from those it asks for.
///
/// @param missing slots nobody is in
/// @param leaving wanted slots whose pod is being deleted
/// @param surplus pods nobody asks for
/// @param failed pods at fault
/// @param lost pods the cluster took away
/// @param outdated pods of another template that have not done their work
/// @param done slots whose pod has succeeded, even when it is being deleted
/// @param unready slots whose pod is neither ready nor done
record Difference(List<Slot> wanted, List<Slot> missing, List<Pod> leaving, List<Pod> surplus, List<Pod> failed, List<Pod> lost,
        List<Pod> outdated, List<Slot> done, List<Slot> unready) {
    /// @param generation pods of an earlier one are outdated in jobs with one template, where it is part of their names: others look for
    /// them under the new name
    static Difference of(Job job, List<Task> tasks, List<Pod> pods, int generation) {
        List<Slot> wanted = Slot.of(tasks);
        Map<Slot, Pod> taken = new LinkedHashMap<>();
        wanted.forEach(slot -> taken.put(slot, null));
        List<Pod> surplus = new ArrayList<>();
        for (Pod pod : pods.stream().sorted(Comparator.comparing(Pod::deleting)).toList()) { // those that stay first
            if (taken.containsKey(pod.slot()) && taken.get(pod.slot()) == null) {
                taken.put(pod.slot(), pod);
            } else if (!pod.deleting()) {
                surplus.add(pod);
            }
        }
        boolean named = job.shape() instanceof Shape.Elastic;
        Map<String, String> templates = new HashMap<>();
        tasks.forEach(task -> templates.put(task.name(), Fingerprint.of(job, task)));
        Difference difference = new Difference(wanted, new ArrayList<>(), new ArrayList<>(), surplus, new ArrayList<>(), new ArrayList<>(),
                new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        taken.forEach((slot, pod) -> difference.sort(slot, pod, job.terms().preemptible(),
                pod == null || (isOf(templates.get(slot.task()), pod) && (!named || pod.generation() == generation))));
        return difference;
    }

    /// A pod of another operator does not say of which template it is: it counts as one of that which its job has now.
    private static boolean isOf(String template, Pod pod) {
        return pod.template().isEmpty() || pod.template().equals(template);
    }

    private void sort(Slot slot, Pod pod, boolean preemptible, boolean current) {
        if (pod == null) {
            missing.add(slot);
            unready.add(slot);
            return;
        }
        if (pod.phase() == PodPhase.SUCCEEDED) {
            done.add(slot);
        }
        Pod.State state = pod.state(preemptible);
        switch (state) {
            case FAILED -> failed.add(pod);
            case LOST -> lost.add(pod);
            case LEAVING -> leaving.add(pod);
            case WAITING, READY -> {
                if (!current) {
                    outdated.add(pod);
                }
            }
            case SUCCEEDED -> {
            }
        }
        if (state != Pod.State.READY && state != Pod.State.SUCCEEDED) {
            unready.add(slot);
        }
    }

    boolean succeeded() {
        return !wanted.isEmpty() && done.size() == wanted.size();
    }

    /// The first pod of the first task has done its work.
    boolean chiefSucceeded() {
        return !wanted.isEmpty() && done.contains(wanted.getFirst());
    }

    /// Each slot has a pod that stays.
    boolean created() {
        return missing.isEmpty() && leaving.isEmpty();
    }

    /// The number is right: nothing to create, nothing to take away.
    boolean settled() {
        return created() && surplus.isEmpty() && lost.isEmpty();
    }

    /// Whether the template has changed since the generation began.
    boolean renewed(int generation) {
        return outdated.stream().anyMatch(pod -> pod.generation() == generation);
    }

    /// Why pods are not those the job asks for, for people.
    String reasons(int have) {
        List<String> reasons = new ArrayList<>();
        add(reasons, missing.size() + leaving.size(), "missing or being deleted");
        add(reasons, surplus.size(), "more than asked for");
        add(reasons, lost.size(), "taken away by the cluster");
        add(reasons, outdated.size(), "of an earlier template");
        return have + " pods for " + wanted.size() + " asked for" + (reasons.isEmpty() ? "" : ": " + String.join(", ", reasons));
    }

    private static void add(List<String> reasons, int count, String what) {
        if (count > 0) {
            reasons.add(count + " " + what);
        }
    }
}
