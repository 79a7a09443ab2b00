package dev.troupe.dijob;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Scales a running preemptible job at the request of its own program.
public final class Scaling {
    private Scaling() {}

    /// What to change, or why not.
    public sealed interface Answer {
        /// Changes the number of pods that the program of the job has requested.
        record Requested(int replicas) implements Answer {}

        /// Changes `spec.tasks[].replicas` of the task.
        record Replicas(String task, int replicas) implements Answer {}

        /// Changes nothing.
        ///
        /// @param sentence for the one who asked
        record Refused(String sentence) implements Answer {}
    }

    /// Adds pods, or removes them when `by` is negative.
    ///
    /// @param requested what was asked for before, in a job with one template
    /// @param name of the task; needed when it is not clear which one is meant
    public static Answer change(Job job, OptionalInt requested, int by, Optional<String> name) {
        if (!job.terms().preemptible()) {
            return new Answer.Refused("the job " + job.key() + " is not preemptible: set spec.preemptible, or change spec.tasks yourself");
        }
        return switch (job.shape()) {
            case Shape.Coordinated _ ->
                    new Answer.Refused("the pods of the job " + job.key() + " are requested by its coordinator: use /v1alpha1/replicas");
            case Shape.Elastic elastic -> elastic(job, elastic, requested.orElse(job.replicas()), by);
            case Shape.Tasked _ -> task(job, name).map(task -> tasks(job, task, by)).orElseGet(() -> new Answer.Refused(
                    "which task of the job " + job.key() + " is meant? Name one of "
                            + String.join(", ", job.tasks().stream().map(Task::name).toList())));
        };
    }

    private static Answer elastic(Job job, Shape.Elastic elastic, int before, int by) {
        int now = elastic.clamp(before);
        int wanted = elastic.clamp(now + by);
        if (wanted != now + by) {
            return new Answer.Refused("the job " + job.key() + " has " + now + " pods and may have " + elastic.minReplicas() + " to "
                    + elastic.maxReplicas() + ", not " + (now + by));
        }
        return new Answer.Requested(wanted);
    }

    private static Answer tasks(Job job, Task task, int by) {
        int wanted = task.replicas() + by;
        if (wanted < 1 || job.replicas() + by > NameRules.MAX_PODS) {
            return new Answer.Refused(
                    "the task " + task.name() + " of the job " + job.key() + " has " + task.replicas() + " pods and cannot have " + wanted
                            + ": a task has at least 1, a job at most " + NameRules.MAX_PODS);
        }
        return new Answer.Replicas(task.name(), wanted);
    }

    /// The one named, else the only one, else the collectors.
    private static Optional<Task> task(Job job, Optional<String> name) {
        if (name.isPresent()) {
            return job.task(name.get());
        }
        return task(job.tasks());
    }

    /// Which one grows and shrinks when none is named: the only one, else the collectors.
    static Optional<Task> task(List<Task> tasks) {
        return tasks.size() == 1 ? Optional.of(tasks.getFirst())
                : tasks.stream().filter(task -> task.type() == TaskType.COLLECTOR).findFirst();
    }
}
