package dev.troupe.lifecycle;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.JobKey;
import dev.troupe.dijob.Names;
import dev.troupe.dijob.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The secret with the token by which the processes of a job recognize each other. Its name contains a part of the job's uid, so a job never gets the
/// token of an earlier job of the same name. If it exists already, the operator has nothing to do and needs no right to read secrets.
public record TokenSecret(String name) {
    private static final String KEY = "token";

    /// None for a job that is on no API server.
    static Optional<TokenSecret> of(Job job) {
        return job.uid().map(uid -> of(job.key(), uid));
    }

    /// That of the job with this uid.
    public static TokenSecret of(JobKey job, String uid) {
        return new TokenSecret(job.name() + "-token-" + Names.part(uid));
    }

    /// Where a variable of a container comes from.
    Map<String, Object> reference() {
        return Tree.of("secretKeyRef", Tree.of("name", name, "key", KEY));
    }

    /// The object, for an API server.
    public Map<String, Object> tree(Job job, String token) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        metadata.put("namespace", job.key().namespace());
        metadata.put("labels", Labels.of(job.key()));
        Owner.of(job).ifPresent(owner -> metadata.put("ownerReferences", List.of(owner)));
        return Tree.copy(Tree.of("apiVersion", "v1", "kind", "Secret", "metadata", metadata, "stringData", Tree.of(KEY, token)));
    }
}
