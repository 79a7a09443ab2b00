package dev.troupe.runtime;

import dev.troupe.values.Bound;
import io.ray.api.ObjectRef;
import java.io.Serializable;
import java.util.concurrent.CompletableFuture;

/// A user's reference to an object. Holds it, and nothing else does for the user.
final class Ref<T> implements ObjectRef<T>, Bound, Serializable {
    private static final long serialVersionUID = 1;

    private final transient Entry entry;
    private final transient Engine engine;

    Ref(Entry entry, Engine engine) {
        this.entry = entry;
        this.engine = engine;
    }

    /// @throws ShutDownException once Ray was shut down
    Entry entry() {
        engine.checkOpen();
        return entry;
    }

    /// False when it is over already.
    boolean cancel() {
        return engine.cancel(entry);
    }

    @Override
    public T get() {
        return get(-1);
    }

    @Override
    @SuppressWarnings("unchecked")
    public T get(long timeoutMs) {
        return (T) engine.getter().get(entry, timeoutMs);
    }

    CompletableFuture<T> future() {
        CompletableFuture<T> future = new CompletableFuture<>();
        Runnable shutDown = () -> future.completeExceptionally(new ShutDownException(null));
        engine.waiters().add(shutDown);
        var _ = future.whenComplete((_, _) -> engine.waiters().remove(shutDown));
        if (future.isDone()) {
            return future;
        }
        engine.want(entry);
        entry.whenDone(() -> engine.later(() -> {
            try {
                future.complete(get());
            } catch (Throwable e) {
                future.completeExceptionally(e);
            }
        }));
        return future;
    }

    Engine engine() {
        return engine;
    }

    private Object writeReplace() {
        engine.checkOpen();
        engine.references().travels(entry);
        Codec.met(entry);
        return new Token(entry.owner, entry.number);
    }

    /// A reference on its way.
    private record Token(int owner, long number) implements Serializable {
        private Object readResolve() {
            return Codec.reading().restore(owner, number);
        }
    }

    @Override
    public String toString() {
        return "ObjectRef(" + Ids.result(Ids.task(engine.self().job(), entry.number)) + ")";
    }
}
