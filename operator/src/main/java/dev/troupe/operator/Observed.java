package dev.troupe.operator;

import dev.troupe.kube.DIJobResource;
import dev.troupe.lifecycle.Observation;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/// What was seen of a job, and the objects it was seen in.
///
/// @param pods by name
record Observed(DIJobResource resource, Map<String, Pod> pods, Observation observation) {
    Observed with(Observation other) {
        return new Observed(resource, pods, other);
    }
}
