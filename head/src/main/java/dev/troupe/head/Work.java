package dev.troupe.head;

/// What can wait for room: tasks of a shape, an actor, a placement group.
public sealed interface Work permits Shape, ActorKey, GroupKey {}
