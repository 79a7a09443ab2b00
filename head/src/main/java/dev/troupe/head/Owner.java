package dev.troupe.head;

import java.util.Optional;

/// Who made an actor or placement group, and thus with whom it ends: the actor in whose method it was made, or else the process.
public record Owner(ProcessKey process, Optional<ActorKey> actor) {
    public static Owner of(ProcessKey process) {
        return new Owner(process, Optional.empty());
    }
}
