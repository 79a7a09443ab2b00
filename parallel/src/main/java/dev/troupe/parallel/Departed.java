package dev.troupe.parallel;

import dev.troupe.link.Address;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Peers that nobody waits for again. Outlives the router when main is run again.
///
/// @param left those that were linked and left in good order, by node id and by address
/// @param ended those of this machine whose process has ended for good
record Departed(Set<Object> left, List<PeerEnded> ended) {
    Departed() {
        this(ConcurrentHashMap.newKeySet(), new CopyOnWriteArrayList<>());
    }

    /// Whether nobody of ours listens there any more; the port may be another program's by now.
    boolean vacated(Address address) {
        return ended.stream().anyMatch(peer -> peer.listened().equals(address));
    }
}
