package dev.troupe.runtime;

import dev.troupe.calls.CallTerms;
import java.util.OptionalInt;
import java.util.function.Supplier;

/// Options of single calls; immutable.
public final class RemoteOptions {
    private final CallTerms terms;

    RemoteOptions(CallTerms terms) {
        this.terms = terms;
    }

    /// How often a task is retried when its worker dies, or an actor's call when the actor is restarted; -1 for no limit. With 0 it runs at most
    /// once, even if other work ended the worker. By default a task is retried as often as `troupe.max-retries` says (three times), and a call as
    /// often as the actor's `setMaxTaskRetries` says.
    public RemoteOptions retries(int retries) {
        if (retries < -1) {
            throw new IllegalArgumentException("retries must be 0 or more, or -1 for no limit, not " + retries);
        }
        return new RemoteOptions(new CallTerms(OptionalInt.of(retries), terms.alone()));
    }

    /// Runs tasks, and creates actors, in a process of their own.
    public RemoteOptions ownProcess() {
        return new RemoteOptions(new CallTerms(terms.retries(), true));
    }

    /// Makes calls, or creates actors, with these options: `options.call(() -> Ray.task(Foo::bar).remote())`.
    public <T> T call(Supplier<T> calls) {
        return terms.apply(calls);
    }
}
