package dev.troupe.head;

/// Work that can wait for resources: tasks of a shape, an actor, or a placement group.
public sealed interface Work permits Shape, ActorKey, GroupKey {}
