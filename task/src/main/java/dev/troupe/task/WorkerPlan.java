package dev.troupe.task;

import dev.troupe.link.Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What one worker process is told of its place among the others.
///
/// @param listen where others reach it: `tcp://host:port`, `ipc:///path` or `redis://host:port/group/nodeId`
/// @param dial whom it connects to
/// @param awaited the node ids that will connect to it
/// @param discover whether it also links to everybody who can be found through the place where it listens
/// @param planned the node ids of the whole run, as far as this command or the platform knows them; its own included
/// @param labels the user's own
/// @param tokenFile the file with the shared secret, when named
/// @param connectTimeout how long to wait for `dial` and `awaited`
record WorkerPlan(int nodeId, Address listen, List<Address> dial, Set<Integer> awaited, boolean discover, Set<Integer> planned,
        Set<String> labels, Optional<Path> tokenFile, boolean tls, Duration connectTimeout, boolean traceEvents) {
    WorkerPlan {
        dial = List.copyOf(dial);
        awaited = Collections.unmodifiableSet(new TreeSet<>(awaited));
        planned = Collections.unmodifiableSet(new TreeSet<>(planned));
        labels = Collections.unmodifiableSet(new LinkedHashSet<>(labels));
    }

    /// The same place, reached elsewhere.
    WorkerPlan listeningOn(Address elsewhere) {
        return new WorkerPlan(nodeId, elsewhere, dial, awaited, discover, planned, labels, tokenFile, tls, connectTimeout, traceEvents);
    }
}
