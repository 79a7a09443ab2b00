package dev.troupe.operator;

import dev.troupe.kube.DIJobResource;

/// The part of a job that is kept in memory: everything except two copies of it, namely the managed fields of the API server and the
/// annotation of `kubectl apply`.
final class SlimJob {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private SlimJob() {}

    /// Changes the given object, to which nobody else has a reference yet.
    static DIJobResource of(DIJobResource job) {
        job.getMetadata().setManagedFields(null);
        if (job.getMetadata().getAnnotations() != null) {
            job.getMetadata().getAnnotations().remove(LAST_APPLIED);
        }
        return job;
    }
}
