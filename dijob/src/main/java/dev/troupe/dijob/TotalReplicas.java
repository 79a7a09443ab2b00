package dev.troupe.dijob;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// `spec.replicas`, the total number of pods of a job, which `kubectl scale` sets. It takes precedence over the numbers of tasks.
///
/// Users may scale a running job to any number. An impossible number must not stop the job, so it then has the nearest possible one.
final class TotalReplicas {
    static final String FIELD = "replicas";

    private final Fields spec;
    private final Problems unfit;
    private final OptionalInt total;

    /// @param unfit collects numbers that this job cannot have
    TotalReplicas(Fields spec, Problems unfit) {
        this.spec = spec;
        this.unfit = unfit;
        this.total = total(spec.number(FIELD, 0, Integer.MAX_VALUE));
    }

    private OptionalInt total(OptionalInt written) {
        if (written.orElse(0) <= NameRules.MAX_PODS) {
            return written;
        }
        unfit.wrong(spec.path(FIELD), written.getAsInt(), "it must be a whole number from 0 to " + NameRules.MAX_PODS);
        return OptionalInt.of(NameRules.MAX_PODS);
    }

    /// The limits of a job with one template. They bind a preemptible job, whose number is changed by others, too; any other has just the
    /// pods that are asked for.
    Shape.Elastic elastic(Shape.Elastic limits, boolean preemptible) {
        if (total.isEmpty()) {
            return limits;
        }
        int pods = total.getAsInt();
        if (!preemptible) {
            return new Shape.Elastic(pods, Math.max(1, pods), limits.topology(), limits.parallelWorkers());
        }
        if (pods != limits.clamp(pods)) {
            unfit.wrong(spec.path(FIELD), pods, "a preemptible job has from spec.minReplicas to spec.maxReplicas pods, which is from "
                    + limits.minReplicas() + " to " + limits.maxReplicas());
        }
        return limits;
    }

    /// How many pods are made from the one template, unless somebody asked the server for another number.
    int orElse(int least) {
        return total.orElse(least);
    }

    /// The tasks, with so many pods of the one that grows and shrinks that there are as many in all.
    List<Task> tasks(List<Task> tasks) {
        if (total.isEmpty()) {
            return tasks;
        }
        Optional<Task> scaled = Scaling.task(tasks);
        if (scaled.isEmpty()) {
            unfit.wrong(spec.path(FIELD), total.getAsInt(), "it is not clear which task should grow or shrink, since none is of type "
                    + "collector: remove it and change spec.tasks[].replicas");
            return tasks;
        }
        int others = tasks.stream().filter(task -> task != scaled.get()).mapToInt(Task::replicas).sum();
        if (total.getAsInt() <= others) {
            unfit.wrong(spec.path(FIELD), total.getAsInt(), "the tasks beside " + scaled.get().name() + " have " + others
                    + (others == 1 ? " pod" : " pods") + ", so it must be more than that; suspend: true stops all pods");
        }
        int pods = Math.max(1, total.getAsInt() - others);
        List<Task> changed = new ArrayList<>();
        tasks.forEach(task -> changed.add(task == scaled.get() ? task.withReplicas(pods) : task));
        return changed;
    }
}
