package dev.troupe.dijob;

/// One role of a job.
///
/// @param replicas how many pods of it the file asks for; 0 for those a coordinator asks for later
public record Task(String name, TaskType type, int replicas, Template template) {
    /// The one task of a job with one template.
    public static final String WORKER = "worker";

    public Task withReplicas(int replicas) {
        return new Task(name, type, replicas, template);
    }
}
