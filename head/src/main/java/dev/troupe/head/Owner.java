package dev.troupe.head;

import java.util.Optional;

/// The creator of an actor or placement group, with which it ends: the actor in whose method it was created, or else the process.
public record Owner(ProcessKey process, Optional<ActorKey> actor) {
    public static Owner of(ProcessKey process) {
        return new Owner(process, Optional.empty());
    }
}
