package dev.troupe.dijob;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A job of any shape. Only [ManifestReader] creates jobs, so every job is valid.
///
/// @param uid the object's own id on an API server, empty elsewhere
/// @param apiVersion as it was read, e.g. `diengine.opendilab.org/v2alpha1`
/// @param group a name users give to jobs that belong together; may be empty
/// @param tasks in the order of the file; never empty
/// @param volumes given to every pod
/// @param remarks sentences about values that are ignored because the job has already started; a new job would be rejected
public record Job(JobKey key, Optional<String> uid, String apiVersion, Map<String, String> labels, String group, Shape shape,
        List<Task> tasks, List<Object> volumes, Terms terms, List<String> remarks) implements Manifest {
    /// How many pods a job may have.
    public static final int MAX_PODS = NameRules.MAX_PODS;

    public Job {
        labels = Map.copyOf(labels);
        tasks = List.copyOf(tasks);
        volumes = List.copyOf(volumes);
        remarks = List.copyOf(remarks);
    }

    /// The task of that name.
    public Optional<Task> task(String name) {
        return tasks.stream().filter(task -> task.name().equals(name)).findFirst();
    }

    /// How many pods the file asks for.
    public int replicas() {
        return tasks.stream().mapToInt(Task::replicas).sum();
    }
}
