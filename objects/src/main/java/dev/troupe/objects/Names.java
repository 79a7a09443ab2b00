package dev.troupe.objects;

import dev.troupe.head.ActorKey;
import dev.troupe.messages.ActorTerms;

/// Turns the names of objects and actors that are read in values into a user's references and handles.
public interface Names {
    Object reference(int owner, long number);

    Object handle(ActorKey actor, ActorTerms terms);
}
