package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.Tree;
import java.util.Map;
import java.util.Optional;

/// The owner reference by which everything of a job goes with it.
final class Owner {
    private Owner() {}

    /// None for a job that is on no API server.
    static Optional<Map<String, Object>> of(Job job) {
        return job.uid().map(uid -> Tree.of("apiVersion", job.apiVersion(), "kind", "DIJob", "name", job.key().name(), "uid", uid,
                "controller", true, "blockOwnerDeletion", true));
    }
}
