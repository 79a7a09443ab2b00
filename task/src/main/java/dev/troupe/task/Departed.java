package dev.troupe.task;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Peers that nobody waits for again. Outlives the router when main is run again.
///
/// @param left those that were linked and left in good order, by node id and by address
/// @param dead those that died and are not started again
record Departed(Set<Object> left, List<PeerEnded> dead) {
    Departed() {
        this(ConcurrentHashMap.newKeySet(), new CopyOnWriteArrayList<>());
    }
}
