package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Shape;
import dev.troupe.dijob.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How the pods of a job differ from those it asks for.
///
/// @param missing slots without a pod
/// @param leaving wanted slots whose pod is being deleted
/// @param surplus pods that the job does not ask for
/// @param failed pods that failed by their own fault
/// @param lost pods that were evicted or whose node was lost
/// @param outdated pods of an earlier template that have not succeeded
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

    /// A pod of another operator does not record its template; it counts as one of the current template.
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

    /// Whether the first pod of the first task has succeeded.
    boolean chiefSucceeded() {
        return !wanted.isEmpty() && done.contains(wanted.getFirst());
    }

    /// Whether each slot has a pod that is not being deleted.
    boolean created() {
        return missing.isEmpty() && leaving.isEmpty();
    }

    /// Whether the number of pods is right: there is nothing to create and nothing to delete.
    boolean settled() {
        return created() && surplus.isEmpty() && lost.isEmpty();
    }

    /// Whether the template has changed since the generation began.
    boolean renewed(int generation) {
        return outdated.stream().anyMatch(pod -> pod.generation() == generation);
    }

    /// Whether nobody but the job's owner has caused the difference, by another number of pods or another template: no pod failed, left or
    /// was lost.
    ///
    /// @param before whose slots had pods already
    boolean isAskedFor(Roster before) {
        return failed.isEmpty() && leaving.isEmpty() && lost.isEmpty() && missing.stream().noneMatch(before::has);
    }

    /// How many pods the job asks for, how many exist, and what is done about the difference, for people.
    String reasons(int have) {
        List<String> reasons = new ArrayList<>();
        add(reasons, missing.size(), "is created", "are created");
        add(reasons, leaving.size(), "is being deleted and is created again", "are being deleted and are created again");
        add(reasons, surplus.size(), "is deleted", "are deleted");
        add(reasons, lost.size(), "was evicted or lost its node and is created again",
                "were evicted or lost their nodes and are created again");
        add(reasons, outdated.size(), "has an earlier template and is replaced", "have an earlier template and are replaced");
        return (wanted.size() == 1 ? "1 pod is" : wanted.size() + " pods are") + " asked for and " + have
                + (have == 1 ? " exists" : " exist")
                + (reasons.isEmpty() ? "" : ": " + String.join(", ", reasons));
    }

    private static void add(List<String> reasons, int count, String one, String many) {
        if (count > 0) {
            reasons.add(count + " " + (count == 1 ? one : many));
        }
    }
}
