package dev.troupe.lifecycle;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/// The state of a job and its objects when a decision is made.
///
/// @param status as it was last written
/// @param pods all that the job owns
/// @param services names of all that the job owns
/// @param podGroup how many members the job's pod group needs; empty when it has none
/// @param requested how many pods somebody asked the server for, in a job with one template
/// @param deleting the job has a deletion timestamp
/// @param withoutRoom the pods of a gang that would find no room if all missing pods were created now; empty if all would find room, and
/// if that is unknown
public record Observation(Status status, List<Pod> pods, Set<String> services, OptionalInt podGroup, OptionalInt requested,
        boolean deleting, List<Unplaced> withoutRoom, Instant now) {
    public Observation {
        pods = pods.stream().sorted(Comparator.comparingInt(Pod::rank).thenComparing(Pod::name)).toList();
        services = Set.copyOf(services);
        withoutRoom = List.copyOf(withoutRoom);
    }

    /// An observation in which no pod is known to lack room.
    public Observation(Status status, List<Pod> pods, Set<String> services, OptionalInt podGroup, OptionalInt requested, boolean deleting,
            Instant now) {
        this(status, pods, services, podGroup, requested, deleting, List.of(), now);
    }

    /// The same observation, in which these pods find no room.
    public Observation withoutRoom(List<Unplaced> lacking) {
        return new Observation(status, pods, services, podGroup, requested, deleting, lacking, now);
    }
}
