package dev.troupe.task;

import dev.troupe.link.Address;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Where a process stands among its peers.
///
/// @param nodeId its number
/// @param labels what its starter calls it
/// @param door where it waits for others
/// @param dial whom it connects to
/// @param siblings node ids of those of whose ends its starter tells
/// @param awaited node ids that will connect to it
/// @param discover whether it also links to everybody who can be found through the place where it listens
/// @param distributed whether it was started as one of several
/// @param planned node ids of all that this command or the platform starts, its own included
/// @param patience how long a task waits for all of them at its start
record Neighbours(int nodeId, Set<String> labels, Door door, List<Address> dial, Set<Integer> siblings, Set<Integer> awaited,
        boolean discover, boolean distributed, Set<Integer> planned, Duration patience) {
    Neighbours {
        labels = Set.copyOf(labels);
        dial = List.copyOf(dial);
        siblings = Set.copyOf(siblings);
        awaited = Set.copyOf(awaited);
        planned = Set.copyOf(planned);
    }

    /// One of several, which know each other's addresses.
    Neighbours(int nodeId, Address listen, List<Address> dial, Set<Integer> awaited, Duration patience) {
        this(nodeId, Set.of(), Door.at(listen), dial, Set.of(), awaited, false, true, Set.of(), patience);
    }

    /// The same with its door open, and with more to dial.
    Neighbours met(Door open, List<Address> more) {
        return new Neighbours(nodeId, labels, open, Stream.concat(dial.stream(), more.stream()).distinct().toList(), siblings, awaited,
                discover, distributed, planned, patience);
    }
}
