package dev.troupe.calls;

import dev.troupe.head.ActorKey;
import dev.troupe.head.ActorState;
import dev.troupe.head.Effect;
import dev.troupe.messages.ActorTerms;
import dev.troupe.messages.Failure;
import dev.troupe.messages.FailureCodec;
import dev.troupe.messages.Ids;
import dev.troupe.messages.Message;
import dev.troupe.messages.Peer;
import dev.troupe.messages.Peers;
import dev.troupe.objects.CallerId;
import dev.troupe.objects.Results;
import dev.troupe.objects.TrackedObject;
import io.ray.api.exception.PendingCallsLimitExceededException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// An actor as its callers see it: the calls of each caller are sent in the order in which they were made, when the actor is alive and their
/// arguments are ready.
///
/// Guarded by itself; messages are sent while the lock is held, which keeps them in order and never blocks. Results are completed without it.
public final class ActorClient implements Destination {
    /// The record of one running call in its process: its number and the actor's.
    private static final int ONE_CALL = 2;

    public final ActorKey key;
    public final ActorTerms terms;
    private final Peers peers;
    private final Results results;
    private final CallFailures failures;
    private final Reasons reasons;
    private final SentCalls allSent;
    private final Consumer<ActorClient> idle;
    private final Backlog backlog = new Backlog();
    private final Map<Long, Call> sent = new LinkedHashMap<>();
    private final PendingCalls pending;
    private ActorState state = ActorState.PENDING_CREATION;
    private Peer worker;
    private int incarnation;
    private Effect.ActorChanged last;
    /// The calls that ran in the actor's process when it died; null while it lives.
    private Set<Long> ran;

    /// A call that fails.
    ///
    /// @param why null for the failure of one of its arguments
    private record Failed(Call call, Failure why) {}

    /// @param idle called when the last unfinished call has ended
    ActorClient(ActorKey key, ActorTerms terms, Peers peers, Results results, CallFailures failures, Reasons reasons, SentCalls allSent,
            Consumer<ActorClient> idle) {
        this.key = key;
        this.terms = terms;
        this.peers = peers;
        this.results = results;
        this.failures = failures;
        this.reasons = reasons;
        this.allSent = allSent;
        this.idle = idle;
        this.pending = new PendingCalls(terms.maxPendingCalls());
    }

    /// Calls the actor.
    ///
    /// @throws PendingCallsLimitExceededException if this caller already has as many unfinished calls as the actor's creator allowed
    public void submit(Call call, CallerId caller) {
        List<Failed> failed = new ArrayList<>(0);
        boolean waits;
        synchronized (this) {
            if (pending.full(caller)) {
                throw new PendingCallsLimitExceededException("The call of " + call.name + " was not submitted to " + terms.className()
                        + " (" + key + "): this caller already has " + terms.maxPendingCalls()
                        + " unfinished calls there, the limit that setMaxPendingCalls sets; wait for some of them first");
            }
            call.destination = this;
            call.caller = caller;
            waits = enqueue(call, failed);
        }
        begin(call, waits, failed);
    }

    @Override
    public void submitAgain(Call call) {
        List<Failed> failed = new ArrayList<>(0);
        boolean waits;
        synchronized (this) {
            if (call.cancelled) {
                return;
            }
            waits = enqueue(call, failed);
        }
        begin(call, waits, failed);
    }

    // Whether it waits for its arguments.
    private boolean enqueue(Call call, List<Failed> failed) {
        pending.begin(call.caller);
        boolean ready = call.ready();
        if (hopeless(call)) {
            fail(call, failure(), failed);
            return false;
        }
        if (ready && reachable() && backlog.isClearFor(call.caller)) {
            send(call, failed);
        } else {
            backlog.addLast(call);
            sendWhatCanBeSent(failed);
        }
        return !ready;
    }

    private void begin(Call call, boolean waits, List<Failed> failed) {
        tell(failed);
        if (waits) {
            for (TrackedObject ref : call.refs) {
                results.want(ref);
            }
            call.whenReady(() -> ready(call));
        }
    }

    private void ready(Call call) {
        List<Failed> failed = new ArrayList<>(0);
        synchronized (this) {
            backlog.ready(call.caller);
            sendWhatCanBeSent(failed);
        }
        tell(failed);
    }

    private boolean reachable() {
        return state == ActorState.ALIVE && worker != null && !worker.congested();
    }

    private void sendWhatCanBeSent(List<Failed> failed) {
        while (reachable()) {
            Call call = backlog.poll();
            if (call == null) {
                return;
            }
            send(call, failed);
        }
    }

    private void send(Call call, List<Failed> failed) {
        if (call.failedArgument() != null) {
            fail(call, null, failed);
        } else {
            sent.put(call.number(), call);
            allSent.add(call);
            worker.send(new Message.Ask(call.number(), key, incarnation, call.group, call.name, call.code, call.arguments,
                    call.outcomes()));
        }
    }

    private boolean hopeless(Call call) {
        return state == ActorState.DEAD || (state == ActorState.RESTARTING && !call.repeatable);
    }

    private void fail(Call call, Failure why, List<Failed> failed) {
        pending.end(call.caller);
        failed.add(new Failed(call, why));
    }

    // Without the lock: code that is notified of a failure may call this or another actor.
    private void tell(List<Failed> failed) {
        for (Failed one : failed) {
            if (one.why == null) {
                failures.argument(one.call);
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
            idle.accept(this);
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
                last == null ? "it was never created" : last.why(), state == ActorState.RESTARTING);
    }

    @Override
    public void done(SentCalls.Sent one, Message.Done done) {
        ended(one.call());
        results.complete(one.call().result, done.outcome());
    }

    private void ended(Call call) {
        boolean last;
        synchronized (this) {
            // its answer may arrive just when the actor's death has made it wait for the next incarnation
            if (sent.remove(call.number()) != null || backlog.remove(call)) {
                pending.end(call.caller);
            }
            last = !unfinished();
        }
        if (last) {
            idle.accept(this);
        }
    }

    /// Whether the actor is known to live in that process.
    public synchronized boolean livesIn(int process) {
        return state == ActorState.ALIVE && worker != null && worker.process() == process;
    }

    @Override
    public String whyItWaits(Call call) {
        return reasons.of(call, key, allSent.contains(call));
    }

    @Override
    public boolean isActor(ActorKey other) {
        return key.equals(other);
    }

    /// Killed for good by this process, which does not wait for the head's confirmation.
    public void killed(String why) {
        Effect.ActorChanged change;
        synchronized (this) {
            change = new Effect.ActorChanged(List.of(), key, ActorState.DEAD, Optional.empty(), Optional.empty(), incarnation, 0, why,
                    false, new byte[0]);
        }
        changed(change);
    }

    @Override
    public void cancel(Call call) {
        List<Failed> failed = new ArrayList<>(0);
        synchronized (this) {
            call.cancelled = true;
            if (backlog.remove(call)) {
                pending.end(call.caller);
            } else if (sent.remove(call.number()) != null) {
                pending.end(call.caller);
                allSent.remove(call);
                if (worker != null) {
                    worker.send(new Message.Cancel(call.number()));
                }
            }
            sendWhatCanBeSent(failed); // other calls may have waited behind it
        }
        tell(failed);
        idleIfDone();
    }

    synchronized boolean unfinished() {
        return !backlog.isEmpty() || !sent.isEmpty();
    }

    /// There is room again for messages to the actor.
    void room() {
        List<Failed> failed = new ArrayList<>(0);
        synchronized (this) {
            sendWhatCanBeSent(failed);
        }
        tell(failed);
    }

    /// The actor was placed, restarts, or has died.
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
            worker = state == ActorState.ALIVE ? change.worker().map(process -> peers.of(process.number())).orElse(null) : null;
            if (moved) {
                returnSent(failed);
                ran = null;
            }
            backlog.removeIf(call -> failsAsHopeless(call, failed));
            sendWhatCanBeSent(failed);
        }
        tell(failed);
    }

    private boolean failsAsHopeless(Call call, List<Failed> failed) {
        boolean hopeless = hopeless(call);
        if (hopeless) {
            fail(call, failure(), failed);
        }
        return hopeless;
    }

    /// A process has died; the head reports next what that means for the actor.
    synchronized void gone(int process, Set<Long> ranThere) {
        if (worker != null && worker.process() == process) {
            ran = ranThere;
        }
    }

    // Calls that were sent to an earlier incarnation are sent again if that is allowed, in their order. This counts as a retry for a call that was
    // the only one running when the process died, or to which that has happened before.
    private void returnSent(List<Failed> failed) {
        List<Call> back = new ArrayList<>(sent.values());
        sent.clear();
        List<Call> again = new ArrayList<>();
        for (Call call : back) {
            allSent.remove(call);
            boolean began = ran == null || ran.contains(call.number());
            boolean pays = began && (ran == null || ran.size() <= ONE_CALL || call.attempts > 1);
            if (!call.repeatable || (pays && call.retries == 0)) {
                fail(call, failure(), failed);
            } else {
                call.retries = pays && call.retries > 0 ? call.retries - 1 : call.retries;
                call.attempts = began ? call.attempts + 1 : call.attempts;
                again.add(call);
            }
        }
        again.reversed().forEach(backlog::addFirst);
    }
}
