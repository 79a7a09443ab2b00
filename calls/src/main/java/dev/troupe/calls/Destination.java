package dev.troupe.calls;

import dev.troupe.head.ActorKey;
import dev.troupe.messages.Message;

/// Where a call goes: to any worker that has room for it, or to one actor.
interface Destination {
    /// Sends a call that came back unmade: it was accepted once, and is not refused now.
    void submitAgain(Call call);

    /// The call that was sent has ended.
    void done(SentCalls.Sent sent, Message.Done done);

    /// Ends a call wherever it is: one that waits never runs, one that runs is interrupted.
    void cancel(Call call);

    /// Why it has no outcome yet, as the end of a sentence; empty when nothing is known.
    String whyItWaits(Call call);

    /// Whether it is this actor.
    boolean isActor(ActorKey key);
}
