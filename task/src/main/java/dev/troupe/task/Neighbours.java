package dev.troupe.task;

import dev.troupe.link.Address;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// Where a process stands among its peers.
///
/// @param nodeId its number
/// @param labels what its starter calls it
/// @param listen where it waits for others
/// @param dial whom it connects to
/// @param awaited node ids that will connect to it
/// @param discover whether it also links to everybody who can be found through the place where it listens
/// @param planned the node ids of the whole run, as far as its command or platform knows them, its own included
/// @param patience how long a task waits for all of them at its start
record Neighbours(int nodeId, Set<String> labels, Address listen, List<Address> dial, Set<Integer> awaited, boolean discover,
        Set<Integer> planned, Duration patience) {
    Neighbours {
        labels = Set.copyOf(labels);
        dial = List.copyOf(dial);
        awaited = Set.copyOf(awaited);
        planned = Set.copyOf(planned);
    }
}
