package dev.troupe.runtime;

/// A task or actor call on its way: everything needed to run it, also again.
final class Call {
    final Entry result;
    final String name;
    final Code code;
    /// The plain arguments, encoded, with marks where the references belong.
    final byte[] arguments;
    /// The references among the arguments; null for none.
    final Entry[] refs;
    /// References and handles inside the arguments, held until it is over; null for none.
    final Object[] held;
    /// The concurrency group of an actor call; empty for the method's own.
    final String group;
    /// Asked for by a task: goes first, for somebody waits who holds others up.
    final boolean urgent;
    /// Whether it may be run again at all, also when it has used up its retries by now.
    final boolean repeatable;
    int retries;
    /// How often it was tried, for messages.
    int attempts = 1;
    /// Whose method it is, and who called it; null for a task.
    ActorClient actor;
    CallerId caller;
    /// What a task needs to run; null for an actor's call.
    dev.troupe.head.Shape shape;
    volatile boolean cancelled;

    Call(Entry result, String name, Code code, Arguments arguments, String group, boolean urgent, int retries) {
        this(result, name, code, arguments, group, urgent, retries, retries != 0);
    }

    Call(Entry result, String name, Code code, Arguments arguments, String group, boolean urgent, int retries, boolean repeatable) {
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

    long number() {
        return result.number;
    }

    /// Whether all references among the arguments have an outcome.
    boolean ready() {
        if (refs != null) {
            for (Entry ref : refs) {
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
        for (Entry ref : refs) {
            ref.whenDone(left);
        }
    }

    /// The failure among its arguments, or null.
    Outcome.Failed failedArgument() {
        if (refs != null) {
            for (Entry ref : refs) {
                if (ref.outcome() instanceof Outcome.Failed failed) {
                    return failed;
                }
            }
        }
        return null;
    }

    /// What became of the references among the arguments.
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
