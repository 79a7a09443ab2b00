package dev.troupe.dijob;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/// What is there when a decision is made.
///
/// @param status as it was last written
/// @param pods all that the job owns
/// @param services names of all that the job owns
/// @param podGroup how many members the job's pod group needs; empty when it has none
/// @param requested how many pods somebody asked the server for, in a job with one template
/// @param deleting the job has a deletion timestamp
public record Observation(Status status, List<Pod> pods, Set<String> services, OptionalInt podGroup, OptionalInt requested,
        boolean deleting,
        Instant now) {
    public Observation {
        pods = pods.stream().sorted(Comparator.comparingInt(Pod::rank).thenComparing(Pod::name)).toList();
        services = Set.copyOf(services);
    }
}
