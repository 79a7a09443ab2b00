package dev.troupe.dijob;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
/// @param crowded a pod of the gang that would find no room if all were created now; empty when all would, or that is not known
public record Observation(Status status, List<Pod> pods, Set<String> services, OptionalInt podGroup, OptionalInt requested,
        boolean deleting, Optional<String> crowded, Instant now) {
    public Observation {
        pods = pods.stream().sorted(Comparator.comparingInt(Pod::rank).thenComparing(Pod::name)).toList();
        services = Set.copyOf(services);
    }

    /// As far as room is known.
    public Observation(Status status, List<Pod> pods, Set<String> services, OptionalInt podGroup, OptionalInt requested, boolean deleting,
            Instant now) {
        this(status, pods, services, podGroup, requested, deleting, Optional.empty(), now);
    }

    /// The same, where this pod finds no room.
    public Observation crowded(String pod) {
        return new Observation(status, pods, services, podGroup, requested, deleting, Optional.of(pod), now);
    }
}
