package dev.troupe.messages;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;

/// A question of a worker to the head or the store, which are in the driver.
public sealed interface Query {
    /// A request that the head may refuse.
    record OfHead(Fact fact) implements Query {}

    /// The state of the cluster.
    record View() implements Query {}

    record Nodes() implements Query {}

    record ActorOf(ActorKey key) implements Query {}

    record ActorNamed(String namespace, String name) implements Query {}

    record GroupOf(GroupKey key) implements Query {}

    record GroupNamed(String namespace, String name) implements Query {}

    /// Room in the store.
    record Allocate(long bytes) implements Query {}

    /// The place of an object, which is pinned there.
    record Pin(long id) implements Query {}
}
