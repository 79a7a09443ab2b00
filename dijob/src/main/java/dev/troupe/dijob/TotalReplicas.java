package dev.troupe.dijob;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// `spec.replicas`: how many pods a job has in all, which is what `kubectl scale` writes. It goes before the numbers of single tasks.
final class TotalReplicas {
    static final String FIELD = "replicas";

    private final Fields spec;
    private final Problems problems;
    private final OptionalInt total;

    TotalReplicas(Fields spec, Problems problems) {
        this.spec = spec;
        this.problems = problems;
        this.total = spec.number(FIELD, 0, NameRules.MAX_PODS);
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
            problems.wrong(spec.path(FIELD), pods, "a preemptible job has from spec.minReplicas to spec.maxReplicas pods, which is from "
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
            problems.wrong(spec.path(FIELD), total.getAsInt(), "which task is to grow or shrink is not clear, since none is of type "
                    + "collector: leave it out, and change spec.tasks[].replicas");
            return tasks;
        }
        int others = tasks.stream().filter(task -> task != scaled.get()).mapToInt(Task::replicas).sum();
        if (total.getAsInt() <= others) {
            problems.wrong(spec.path(FIELD), total.getAsInt(), "the tasks beside " + scaled.get().name() + " have " + others
                    + (others == 1 ? " pod" : " pods") + ", so it must be more than that");
            return tasks;
        }
        List<Task> changed = new ArrayList<>();
        tasks.forEach(task -> changed.add(task == scaled.get() ? task.withReplicas(total.getAsInt() - others) : task));
        return changed;
    }
}
