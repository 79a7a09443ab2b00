package dev.troupe.runtime;

import dev.troupe.head.Fact;

/// What a worker asks the process that holds head and store.
sealed interface Query {
    record OfHead(Fact fact) implements Query {}

    record View() implements Query {}

    record Allocate(long bytes) implements Query {}

    record Pin(long id) implements Query {}
}
