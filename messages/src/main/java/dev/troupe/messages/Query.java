package dev.troupe.messages;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;

/// A question of a process to the head or to the store of its node.
public sealed interface Query {
    /// For the head server.
    sealed interface OfServer extends Query {}

    /// For the store of the node.
    sealed interface OfStore extends Query {}

    /// A request that the head may refuse.
    record OfHead(Fact fact) implements OfServer {}

    /// The state of the cluster.
    record View() implements OfServer {}

    record Nodes() implements OfServer {}

    record ActorOf(ActorKey key) implements OfServer {}

    record ActorNamed(String namespace, String name) implements OfServer {}

    record GroupOf(GroupKey key) implements OfServer {}

    record GroupNamed(String namespace, String name) implements OfServer {}

    /// The address at which a process listens for processes of other nodes, as text; empty if it dials the one that asks instead.
    record AddressOf(int process) implements OfServer {}

    /// Numbers for a process that joins, and what it must know of the cluster: [Joined].
    ///
    /// @param version of the software of the process
    record Join(String version) implements OfServer {}

    /// Room in the store.
    record Allocate(long bytes) implements OfStore {}

    /// The place of an object, which is pinned there.
    ///
    /// @param bytes its size, in case it must be fetched from another node
    record Pin(long id, long bytes) implements OfStore {}
}
