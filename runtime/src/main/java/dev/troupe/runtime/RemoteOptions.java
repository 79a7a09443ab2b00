package dev.troupe.runtime;

import dev.troupe.calls.CallTerms;
import java.util.OptionalInt;
import java.util.function.Supplier;

/// How single calls are made; immutable.
public final class RemoteOptions {
    private final CallTerms terms;

    RemoteOptions(CallTerms terms) {
        this.terms = terms;
    }

    /// How often a task is run again when its worker dies, or an actor's call when the actor is restarted; -1 without limit. With 0 it
    /// runs at most once, also when other work beside it ended the worker. Unless said otherwise a task is run again as often as
    /// `troupe.max-retries` says (three times), a call as often as the actor's `setMaxTaskRetries` says.
    public RemoteOptions retries(int retries) {
        if (retries < -1) {
            throw new IllegalArgumentException("retries must be 0 or more, or -1 for no limit, not " + retries);
        }
        return new RemoteOptions(new CallTerms(OptionalInt.of(retries), terms.alone()));
    }

    /// Tasks run, and actors live, in a process of their own.
    public RemoteOptions ownProcess() {
        return new RemoteOptions(new CallTerms(terms.retries(), true));
    }

    /// Makes calls, or creates actors, with these options: `options.call(() -> Ray.task(Foo::bar).remote())`.
    public <T> T call(Supplier<T> calls) {
        return terms.apply(calls);
    }
}
