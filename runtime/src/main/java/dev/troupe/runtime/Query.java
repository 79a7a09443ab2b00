package dev.troupe.runtime;

import dev.troupe.head.Fact;
import dev.troupe.head.GroupKey;

/// What a worker asks the process that holds head and store.
sealed interface Query {
    /// Something the head may refuse.
    record OfHead(Fact fact) implements Query {}

    /// How things stand.
    record View() implements Query {}

    record Nodes() implements Query {}

    /// What was measured in a process; asked by the driver.
    record Metrics() implements Query {}

    record ActorNamed(String namespace, String name) implements Query {}

    record GroupOf(GroupKey key) implements Query {}

    record GroupNamed(String namespace, String name) implements Query {}

    /// Room in the store.
    record Allocate(long bytes) implements Query {}

    /// Where an object lies, and that it stays there.
    record Pin(long id) implements Query {}
}
