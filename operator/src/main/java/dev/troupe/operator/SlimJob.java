package dev.troupe.operator;

import dev.troupe.kube.DIJobResource;

/// What is kept of a job in memory: all but two copies of it, one that API servers keep to know who wrote what, and one that `kubectl
/// apply` keeps.
final class SlimJob {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private SlimJob() {}

    /// Changes the job itself, of which nobody else has a hold yet.
    static DIJobResource of(DIJobResource job) {
        job.getMetadata().setManagedFields(null);
        if (job.getMetadata().getAnnotations() != null) {
            job.getMetadata().getAnnotations().remove(LAST_APPLIED);
        }
        return job;
    }
}
