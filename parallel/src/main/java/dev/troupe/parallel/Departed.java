package dev.troupe.parallel;

import dev.troupe.transport.Address;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Peers that no task waits for again. It is kept when main is run again with a new router.
///
/// @param left peers that were linked and left normally, by node id and by address
/// @param ended peers on this machine whose process has ended for good
record Departed(Set<Object> left, List<PeerEnded> ended) {
    Departed() {
        this(ConcurrentHashMap.newKeySet(), new CopyOnWriteArrayList<>());
    }

    /// Whether no worker of this run listens there any more; another program may use the port by now.
    boolean vacated(Address address) {
        return ended.stream().anyMatch(peer -> peer.listened().equals(address));
    }
}
