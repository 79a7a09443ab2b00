package dev.troupe.calls;

import dev.troupe.head.ActorKey;
import dev.troupe.messages.Message;

/// Where a call goes: to any worker with a lease for it, or to one actor.
interface Destination {
    /// Sends a call again that did not run: it was accepted before, and is not rejected now.
    void submitAgain(Call call);

    /// The call that was sent has ended.
    void done(SentCalls.Sent sent, Message.Done done);

    /// Cancels a call in any state: one that waits never runs, one that runs is interrupted.
    void cancel(Call call);

    /// Why it has no outcome yet, as the end of a sentence; empty if nothing is known.
    String whyItWaits(Call call);

    /// Whether it is this actor.
    boolean isActor(ActorKey key);
}
