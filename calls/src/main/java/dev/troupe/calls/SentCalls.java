package dev.troupe.calls;

import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/// The calls that are in transit to another process or run there, by their numbers.
final class SentCalls {
    /// A call that was sent.
    ///
    /// @param lane,worker of a task; null for an actor's call
    record Sent(Call call, Lane lane, Peer worker) {}

    private final Executor later;
    private final Map<Long, Sent> sent = new ConcurrentHashMap<>();

    SentCalls(Executor later) {
        this.later = later;
    }

    /// Sends a task. The lane holds its lock in the meantime: must not block.
    void send(Lane lane, Call call, Peer worker, int slots) {
        sent.put(call.number(), new Sent(call, lane, worker));
        worker.send(new Message.Run(call.number(), lane.number, slots, call.urgent, call.name, call.code, call.arguments, call.outcomes()));
        if (call.cancelled) {
            later.execute(() -> worker.send(new Message.Cancel(call.number())));
        }
    }

    /// An actor's call is about to be sent.
    void add(Call call) {
        sent.put(call.number(), new Sent(call, null, null));
    }

    /// A call has ended; returns false if it is unknown.
    boolean done(Message.Done done) {
        Sent one = sent.remove(done.number());
        if (one == null) {
            return false;
        }
        one.call.destination.done(one, done);
        return true;
    }

    /// Null if it is not in progress.
    Sent of(Call call) {
        return sent.get(call.number());
    }

    boolean contains(Call call) {
        return sent.containsKey(call.number());
    }

    void remove(Call call) {
        sent.remove(call.number());
    }

    /// False if it was no longer in progress, or was sent again since.
    boolean remove(Sent one) {
        return sent.remove(one.call.number(), one);
    }

    Collection<Sent> all() {
        return sent.values();
    }
}
