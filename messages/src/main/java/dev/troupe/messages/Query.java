package dev.troupe.messages;

import dev.troupe.head.ActorKey;
import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;

/// What a worker asks the head or the store, which are in the driver.
public sealed interface Query {
    /// Something the head may refuse.
    record OfHead(Fact fact) implements Query {}

    /// How things stand.
    record View() implements Query {}

    record Nodes() implements Query {}

    record ActorOf(ActorKey key) implements Query {}

    record ActorNamed(String namespace, String name) implements Query {}

    record GroupOf(GroupKey key) implements Query {}

    record GroupNamed(String namespace, String name) implements Query {}

    /// Room in the store.
    record Allocate(long bytes) implements Query {}

    /// Where an object lies, and that it stays there.
    record Pin(long id) implements Query {}
}
