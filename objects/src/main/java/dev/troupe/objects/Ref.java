package dev.troupe.objects;

import dev.troupe.values.Bound;
import io.ray.api.ObjectRef;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;

/// A user's reference to an object. It is what keeps the object alive for the user.
public final class Ref<T> implements ObjectRef<T>, Bound, Serializable {
    private static final long serialVersionUID = 1;

    private final transient TrackedObject object;
    private final transient Getter getter;

    public Ref(TrackedObject object, Getter getter) {
        this.object = object;
        this.getter = getter;
    }

    /// The object that it refers to.
    ///
    /// @throws dev.troupe.messages.ShutDownException after Ray was shut down
    public TrackedObject object() {
        getter.checkOpen();
        return object;
    }

    /// Ends the call that makes it; returns false if it has already ended.
    public boolean cancel() {
        return getter.cancel(object);
    }

    @Override
    public T get() {
        return get(-1);
    }

    @Override
    @SuppressWarnings("unchecked")
    public T get(long timeoutMs) {
        return (T) getter.get(object, timeoutMs);
    }

    public CompletableFuture<T> future() {
        return getter.future(object);
    }

    /// The memory of a large array itself.
    public MemorySegment segment() {
        return getter.segment(object());
    }

    private Object writeReplace() {
        getter.travels(object);
        return new Token(object.owner, object.number);
    }

    /// A reference in its serialized form.
    private record Token(int owner, long number) implements Serializable {
        private Object readResolve() {
            return Mentions.reading().reference(owner, number);
        }
    }

    @Override
    public String toString() {
        return "ObjectRef(" + getter.id(object) + ")";
    }
}
