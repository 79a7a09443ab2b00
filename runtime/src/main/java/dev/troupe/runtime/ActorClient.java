package dev.troupe.runtime;

import dev.troupe.head.ActorKey;
import dev.troupe.head.ActorState;
import dev.troupe.head.Effect;
import io.ray.api.exception.PendingCallsLimitExceededException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An actor as those who call it see it: calls leave in the order they were made, once the actor is there and their arguments are ready.
/// Guarded by itself; messages leave while it is held, which keeps them in order and never blocks.
final class ActorClient {
    final ActorKey key;
    final ActorTerms terms;
    private final Engine engine;
    private final Deque<Call> waiting = new ArrayDeque<>();
    private final Map<Long, Call> sent = new LinkedHashMap<>();
    private ActorState state = ActorState.PENDING_CREATION;
    private Peer worker;
    private int incarnation;
    private Effect.ActorChanged last;

    ActorClient(ActorKey key, ActorTerms terms, Engine engine) {
        this.key = key;
        this.terms = terms;
        this.engine = engine;
    }

    /// Calls the actor; `call` makes it when it is clear that there is room.
    synchronized void submit(Call call) {
        call.actor = this;
        waiting.addLast(call);
        if (call.ready()) {
            pump();
        } else {
            call.whenReady(this::pump);
        }
    }

    /// @throws PendingCallsLimitExceededException when there are more unfinished calls than the actor's creator allowed
    synchronized void checkRoom(String name) {
        if (terms.maxPendingCalls() > 0 && waiting.size() + sent.size() >= terms.maxPendingCalls()) {
            throw new PendingCallsLimitExceededException("The call of " + name + " was not submitted to " + terms.className() + " ("
                    + key + "): as many calls of this process as setMaxPendingCalls allows (" + terms.maxPendingCalls()
                    + ") are unfinished there; wait for some of them first");
        }
    }

    private synchronized void pump() {
        while (!waiting.isEmpty()) {
            Call call = waiting.peekFirst();
            boolean hopeless = state == ActorState.DEAD || (state == ActorState.RESTARTING && terms.maxTaskRetries() == 0);
            if (hopeless) {
                waiting.pollFirst();
                fail(call);
            } else if (state != ActorState.ALIVE || worker == null || !call.ready() || worker.congested()) {
                return;
            } else {
                waiting.pollFirst();
                send(call);
            }
        }
    }

    private void send(Call call) {
        if (call.failedArgument() != null) {
            engine.failArgument(call);
            return;
        }
        sent.put(call.number(), call);
        engine.actors().sent(call, this);
        worker.send(new Message.Ask(call.number(), key, incarnation, call.group, call.name, call.code, call.arguments, call.outcomes()));
    }

    private void fail(Call call) {
        engine.fail(call, failure());
    }

    private Failure failure() {
        if (last != null && last.failure().length > 0) {
            return FailureCodec.decode(last.failure());
        }
        if (last != null && last.unstarted()) {
            return new Failure.EnvironmentFailed("the actor " + terms.className(), last.why());
        }
        return new Failure.ActorDied(terms.className(), Ids.actor(key.job().number(), key.number()),
                last == null ? "it was never created" : last.why());
    }

    /// A call is over.
    void done(Call call) {
        synchronized (this) {
            sent.remove(call.number());
            if (!waiting.isEmpty() || !sent.isEmpty()) {
                return;
            }
        }
        engine.actors().idle(this);
    }

    /// Killed for good by this process: it does not wait for the head's word.
    synchronized void killed(String why) {
        if (state != ActorState.DEAD) {
            changed(new Effect.ActorChanged(List.of(), key, ActorState.DEAD, Optional.empty(), Optional.empty(), incarnation, 0, why,
                    false, new byte[0]));
        }
    }

    /// A call that waits never runs, one that runs is interrupted.
    synchronized void cancel(Call call) {
        call.cancelled = true;
        if (!waiting.remove(call) && sent.remove(call.number()) != null) {
            engine.actors().forget(call);
            if (worker != null) {
                worker.send(new Message.Cancel(call.number()));
            }
        }
    }

    /// Nothing is called any more.
    synchronized void close(Failure why) {
        waiting.forEach(call -> engine.fail(call, why));
        sent.values().forEach(call -> engine.fail(call, why));
        waiting.clear();
        sent.clear();
    }

    synchronized boolean unfinished() {
        return !waiting.isEmpty() || !sent.isEmpty();
    }

    /// There is room on the way to the actor again.
    void room() {
        pump();
    }

    /// The actor was placed, restarts, or died.
    synchronized void changed(Effect.ActorChanged change) {
        if (state == ActorState.DEAD) {
            return;
        }
        last = change;
        boolean moved = change.incarnation() != incarnation || change.state() != ActorState.ALIVE;
        if (moved && !sent.isEmpty()) {
            returnSent();
        }
        state = change.state();
        incarnation = change.incarnation();
        worker = state == ActorState.ALIVE ? change.worker().map(process -> engine.peer(process.number())).orElse(null) : null;
        pump();
    }

    // What was on its way to an earlier life of the actor is called again if that was allowed, in its order.
    private void returnSent() {
        List<Call> back = new ArrayList<>(sent.values());
        sent.clear();
        for (Call call : back.reversed()) {
            engine.actors().forget(call);
            if (call.retries == 0) {
                fail(call);
            } else {
                call.retries = call.retries < 0 ? call.retries : call.retries - 1;
                waiting.addFirst(call);
            }
        }
    }

    synchronized ActorState state() {
        return state;
    }

    synchronized Effect.ActorChanged last() {
        return last;
    }
}
