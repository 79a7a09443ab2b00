package dev.troupe.objects;

import dev.troupe.head.ActorKey;
import dev.troupe.messages.ActorTerms;

/// An actor in this process, as the calls that it runs see it.
public interface ActorLife {
    ActorKey key();

    ActorTerms terms();

    /// How often it was restarted.
    int restarts();

    /// The caller when the actor calls others.
    CallerId caller();

    /// Whether it was ended: results of code that it still runs are ignored.
    boolean isOver();

    /// Whether a call of this method and concurrency group can begin only after the thread has ended its current call of the actor.
    boolean waitsFor(Thread thread, String signature, String group);
}
