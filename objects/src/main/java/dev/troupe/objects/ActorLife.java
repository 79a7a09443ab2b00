package dev.troupe.objects;

import dev.troupe.head.ActorKey;
import dev.troupe.messages.ActorTerms;

/// An actor that lives in this process, as the calls that it runs know it.
public interface ActorLife {
    ActorKey key();

    ActorTerms terms();

    /// How often it was restarted.
    int restarts();

    /// Who calls when the actor calls others.
    CallerId caller();

    /// Whether it was ended: nothing that it still runs counts.
    boolean isOver();

    /// Whether a call of this method and concurrency group can begin only when the thread has ended what it runs of the actor.
    boolean waitsFor(Thread thread, String signature, String group);
}
