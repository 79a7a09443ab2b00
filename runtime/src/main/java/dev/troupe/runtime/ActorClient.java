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
import java.util.Set;

/// An actor as those who call it see it: calls leave in the order they were made, once the actor is there and their arguments are ready.
/// Guarded by itself; messages leave while it is held, which keeps them in order and never blocks. Results are told when it is not.
final class ActorClient {
    /// What a process notes of one call that runs: its number and the actor's.
    private static final int ONE_CALL = 2;

    final ActorKey key;
    final ActorTerms terms;
    private final Engine engine;
    private final Deque<Call> waiting = new ArrayDeque<>();
    private final Map<Long, Call> sent = new LinkedHashMap<>();
    private ActorState state = ActorState.PENDING_CREATION;
    private Peer worker;
    private int incarnation;
    private Effect.ActorChanged last;
    /// What ran in the actor's process when that died; null while it lives.
    private Set<Long> ran;

    /// A call that fails.
    ///
    /// @param why null for the failure of one of its arguments
    private record Failed(Call call, Failure why) {}

    ActorClient(ActorKey key, ActorTerms terms, Engine engine) {
        this.key = key;
        this.terms = terms;
        this.engine = engine;
    }

    /// Calls the actor.
    ///
    /// @throws PendingCallsLimitExceededException when there are as many unfinished calls as the actor's creator allowed
    void submit(Call call) {
        Failure hopeless;
        synchronized (this) {
            if (terms.maxPendingCalls() > 0 && waiting.size() + sent.size() >= terms.maxPendingCalls()) {
                throw new PendingCallsLimitExceededException("The call of " + call.name + " was not submitted to " + terms.className()
                        + " (" + key + "): as many calls of this process as setMaxPendingCalls allows (" + terms.maxPendingCalls()
                        + ") are unfinished there; wait for some of them first");
            }
            call.actor = this;
            hopeless = enqueue(call);
        }
        begin(call, hopeless);
    }

    /// Makes a call again that came back unmade: it was accepted once, and is not refused now.
    void resubmit(Call call) {
        Failure hopeless;
        synchronized (this) {
            hopeless = enqueue(call);
        }
        begin(call, hopeless);
    }

    // Why it fails at once, or null.
    private Failure enqueue(Call call) {
        if (hopeless(call)) {
            return failure();
        }
        waiting.addLast(call);
        return null;
    }

    private void begin(Call call, Failure why) {
        if (why != null) {
            tell(List.of(new Failed(call, why)));
        } else if (call.ready()) {
            pump();
        } else {
            for (Entry ref : call.refs) {
                engine.want(ref);
            }
            call.whenReady(this::pump);
        }
    }

    private void pump() {
        List<Failed> failed = new ArrayList<>(0);
        synchronized (this) {
            send(failed);
        }
        tell(failed);
    }

    // Sends what can be sent, in order.
    private void send(List<Failed> failed) {
        while (!waiting.isEmpty()) {
            Call call = waiting.peekFirst();
            if (state != ActorState.ALIVE || worker == null || !call.ready() || worker.congested()) {
                return;
            }
            waiting.pollFirst();
            if (call.failedArgument() != null) {
                failed.add(new Failed(call, null));
            } else {
                sent.put(call.number(), call);
                engine.actors().sent(call, this);
                worker.send(new Message.Ask(call.number(), key, incarnation, call.group, call.name, call.code, call.arguments,
                        call.outcomes()));
            }
        }
    }

    private boolean hopeless(Call call) {
        return state == ActorState.DEAD || (state == ActorState.RESTARTING && !call.repeatable);
    }

    // Without the lock: whoever hears of a failure may call this or another actor because of it.
    private void tell(List<Failed> failed) {
        for (Failed one : failed) {
            if (one.why == null) {
                engine.failArgument(one.call);
            } else {
                one.call.fail(one.why);
            }
        }
        if (!failed.isEmpty()) {
            idleIfDone();
        }
    }

    private void idleIfDone() {
        if (!unfinished()) {
            engine.actors().idle(this);
        }
    }

    private Failure failure() {
        if (last != null && last.failure().length > 0) {
            return FailureCodec.decode(last.failure());
        }
        if (last != null && last.environmentFailed()) {
            return new Failure.EnvironmentFailed("the actor " + terms.className(), last.why());
        }
        return new Failure.ActorDied(terms.className(), Ids.actor(key.job().number(), key.number()),
                last == null ? "it was never created" : last.why());
    }

    /// A call is over.
    void done(Call call) {
        synchronized (this) {
            sent.remove(call.number());
        }
        idleIfDone();
    }

    /// Killed for good by this process: it does not wait for the head's word.
    void killed(String why) {
        Effect.ActorChanged change;
        synchronized (this) {
            change = new Effect.ActorChanged(List.of(), key, ActorState.DEAD, Optional.empty(), Optional.empty(), incarnation, 0, why,
                    false, new byte[0]);
        }
        changed(change);
    }

    /// A call that waits never runs, one that runs is interrupted.
    void cancel(Call call) {
        synchronized (this) {
            call.cancelled = true;
            if (!waiting.remove(call) && sent.remove(call.number()) != null) {
                engine.actors().forget(call);
                if (worker != null) {
                    worker.send(new Message.Cancel(call.number()));
                }
            }
        }
        pump(); // others may have waited behind it
        idleIfDone();
    }

    /// Nothing is called any more.
    void close(Failure why) {
        List<Failed> failed = new ArrayList<>();
        synchronized (this) {
            waiting.forEach(call -> failed.add(new Failed(call, why)));
            sent.values().forEach(call -> failed.add(new Failed(call, why)));
            waiting.clear();
            sent.clear();
        }
        tell(failed);
    }

    synchronized boolean unfinished() {
        return !waiting.isEmpty() || !sent.isEmpty();
    }

    /// There is room on the way to the actor again.
    void room() {
        pump();
    }

    /// The actor was placed, restarts, or died.
    void changed(Effect.ActorChanged change) {
        List<Failed> failed = new ArrayList<>(0);
        synchronized (this) {
            if (state == ActorState.DEAD) {
                return;
            }
            last = change;
            boolean moved = change.incarnation() != incarnation || change.state() != ActorState.ALIVE;
            state = change.state();
            incarnation = change.incarnation();
            worker = state == ActorState.ALIVE ? change.worker().map(process -> engine.peer(process.number())).orElse(null) : null;
            if (moved) {
                returnSent(failed);
                ran = null;
            }
            waiting.removeIf(call -> hopeless(call) && failed.add(new Failed(call, failure())));
            send(failed);
        }
        tell(failed);
    }

    /// A process is gone; what that means for the actor the head says next.
    synchronized void gone(int process, Set<Long> ranThere) {
        if (worker != null && worker.process() == process) {
            ran = ranThere;
        }
    }

    // What was on its way to an earlier life of the actor is called again if that was allowed, in its order. It costs a retry if it was
    // all that ran when the process died, or if that happened to it before.
    private void returnSent(List<Failed> failed) {
        List<Call> back = new ArrayList<>(sent.values());
        sent.clear();
        for (Call call : back.reversed()) {
            engine.actors().forget(call);
            boolean began = ran == null || ran.contains(call.number());
            boolean pays = began && (ran == null || ran.size() <= ONE_CALL || call.attempts > 1);
            if (!call.repeatable || (pays && call.retries == 0)) {
                failed.addFirst(new Failed(call, failure()));
            } else {
                call.retries = pays && call.retries > 0 ? call.retries - 1 : call.retries;
                call.attempts = began ? call.attempts + 1 : call.attempts;
                waiting.addFirst(call);
            }
        }
    }
}
