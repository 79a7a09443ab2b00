package dev.troupe.calls;

import dev.troupe.functions.Code;
import dev.troupe.head.Shape;
import dev.troupe.messages.Failure;
import dev.troupe.messages.Outcome;
import dev.troupe.objects.ActorLife;
import dev.troupe.objects.CallerId;
import dev.troupe.objects.Countdown;
import dev.troupe.objects.Maker;
import dev.troupe.objects.Recipe;
import dev.troupe.objects.TaskContext;
import dev.troupe.objects.TrackedObject;

/// A task or actor call in progress: everything needed to run it, and to run it again.
public final class Call implements Maker {
    public final TrackedObject result;
    final String name;
    final Code code;
    /// The plain arguments, encoded, with marks in place of the references.
    final byte[] arguments;
    /// The references among the arguments; null if there are none.
    final TrackedObject[] refs;
    /// References and handles inside the arguments, held until the call has ended; null if there are none.
    final Object[] held;
    /// The concurrency group of an actor call; empty for the group of the method.
    final String group;
    /// Made by a task: goes first, because a task that waits for it holds up others.
    final boolean urgent;
    /// Whether it may be retried at all, even if it has used up its retries by now.
    final boolean repeatable;
    int retries;
    /// The number of attempts, for messages.
    int attempts = 1;
    /// Null before it is submitted.
    Destination destination;
    /// The caller of the actor; null for a task.
    CallerId caller;
    /// The requirements of a task; null for an actor's call.
    Shape shape;
    volatile boolean cancelled;

    public Call(TrackedObject result, String name, Code code, Arguments arguments, String group, boolean urgent, int retries) {
        this(result, name, code, arguments, group, urgent, retries, retries != 0);
    }

    Call(TrackedObject result, String name, Code code, Arguments arguments, String group, boolean urgent, int retries, boolean repeatable) {
        this.result = result;
        result.madeBy(this);
        this.name = name;
        this.code = code;
        this.arguments = arguments.bytes();
        this.refs = arguments.refs();
        this.held = arguments.held();
        this.group = group;
        this.urgent = urgent;
        this.retries = retries;
        this.repeatable = repeatable;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public TrackedObject[] arguments() {
        return refs;
    }

    @Override
    public Recipe recipe() {
        return Lineage.of(this);
    }

    @Override
    public void submitAgain() {
        destination.submitAgain(this);
    }

    @Override
    public void cancel() {
        if (destination != null) {
            destination.cancel(this);
        }
    }

    @Override
    public String whyItWaits() {
        return destination == null ? "" : destination.whyItWaits(this);
    }

    @Override
    public boolean waitsBehind(TaskContext context) {
        ActorLife actor = context.actor;
        return actor != null && destination != null && destination.isActor(actor.key()) && context.isOfCurrentThread() && ready()
                && actor.waitsFor(Thread.currentThread(), code.signature(), group);
    }

    long number() {
        return result.number;
    }

    /// Whether all references among the arguments have an outcome.
    boolean ready() {
        if (refs != null) {
            for (TrackedObject ref : refs) {
                if (!ref.done()) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Calls `action` when it is ready: now or later.
    void whenReady(Runnable action) {
        if (refs == null) {
            action.run();
            return;
        }
        Countdown left = new Countdown(refs.length, action);
        for (TrackedObject ref : refs) {
            ref.whenDone(left);
        }
    }

    /// The failure among its arguments, or null.
    Outcome.Failed failedArgument() {
        if (refs != null) {
            for (TrackedObject ref : refs) {
                if (ref.outcome() instanceof Outcome.Failed failed) {
                    return failed;
                }
            }
        }
        return null;
    }

    /// The outcomes of the references among the arguments.
    Outcome[] outcomes() {
        if (refs == null) {
            return null;
        }
        Outcome[] outcomes = new Outcome[refs.length];
        for (int i = 0; i < refs.length; i++) {
            outcomes[i] = refs[i].outcome();
        }
        return outcomes;
    }

    void fail(Failure why) {
        result.complete(new Outcome.Failed(why));
    }
}
