package dev.troupe.parallel;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One launching process of a job, and the workers it starts.
///
/// @param isHole whether no process has this rank
/// @param host where its workers listen, without port
/// @param ports one for each worker
/// @param nodeIds one for each worker
/// @param attachTo the processes in other ranks that its workers dial; nothing if the topology decides
record Rank(boolean isHole, String host, List<Integer> ports, List<Integer> nodeIds, Set<String> labels, Optional<List<String>> attachTo) {}
