package dev.troupe.kube;

import dev.troupe.dijob.Job;
import dev.troupe.dijob.ManifestReader;
import dev.troupe.dijob.Reading;
import dev.troupe.lifecycle.Cluster;
import dev.troupe.lifecycle.Decision;
import dev.troupe.lifecycle.Lifecycle;
import dev.troupe.lifecycle.Observation;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A job of the API server as `dijob` reads it.
public record JobReading(Reading reading) {
    public static JobReading of(DIJobResource resource) {
        ObjectMeta metadata = resource.getMetadata();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", resource.getApiVersion());
        tree.put("kind", resource.getKind());
        tree.put("metadata", Map.of("name", metadata.getName(), "namespace", metadata.getNamespace(), "uid", metadata.getUid(), "labels",
                metadata.getLabels()));
        tree.put("spec", resource.getSpec());
        Object phase = resource.getStatus() == null ? null : resource.getStatus().get("phase");
        tree.put("status", phase == null ? Map.of() : Map.of("phase", phase)); // the rest may be large, and says nothing about the spec
        return new JobReading(ManifestReader.tree(tree));
    }

    /// Empty when it is not valid.
    public Optional<Job> job() {
        return reading instanceof Reading.Good(Job job) ? Optional.of(job) : Optional.empty();
    }

    public Decision decide(Observation seen, Cluster cluster) {
        return switch (reading) {
            case Reading.Good(Job job) -> Lifecycle.decide(job, seen, cluster);
            case Reading.Good(var other) -> throw new IllegalStateException(other.key() + " is no job");
            case Reading.Bad bad -> Lifecycle.refuse(bad, seen, cluster);
        };
    }
}
