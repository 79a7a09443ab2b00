package dev.troupe.dijob;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The owner reference by which everything of a job goes with it.
final class Owner {
    private Owner() {}

    /// None for a job that is on no API server.
    static Optional<Map<String, Object>> of(Job job) {
        return job.uid().map(uid -> {
            Map<String, Object> owner = new LinkedHashMap<>();
            owner.put("apiVersion", job.apiVersion());
            owner.put("kind", "DIJob");
            owner.put("name", job.key().name());
            owner.put("uid", uid);
            owner.put("controller", true);
            owner.put("blockOwnerDeletion", true);
            return owner;
        });
    }
}
