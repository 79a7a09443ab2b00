package dev.troupe.runtime;

import io.ray.api.ObjectRef;
import io.ray.api.WaitResult;
import io.ray.api.exception.RayException;
import io.ray.api.exception.RayTimeoutException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// `get` and `wait`: blocks a thread until objects are there. A task that waits gives its processor back meanwhile.
final class Getter {
    private static final Logger LOG = System.getLogger("dev.troupe.runtime");
    /// How long a wait that cannot end says nothing.
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final Engine engine;

    Getter(Engine engine) {
        this.engine = engine;
    }

    Object get(Entry entry, long timeoutMs) {
        return engine.waiters().whileOpen(() -> {
            await(entry, timeoutMs);
            return value(entry, timeoutMs);
        });
    }

    // What cannot be read is made again, if that can be.
    private Object value(Entry entry, long timeoutMs) {
        while (true) {
            try {
                return engine.codec().decode(entry.outcome());
            } catch (Shelf.LostException e) {
                await(engine.rebuilder().rebuild(entry, e.id, e.getMessage()), timeoutMs);
            }
        }
    }

    private void await(Entry entry, long timeoutMs) {
        if (!entry.done()) {
            engine.want(entry);
            Waiting waiting = new Waiting(1);
            entry.whenDone(waiting);
            try {
                if (!await(waiting, timeoutMs, entry)) {
                    throw late(timeoutMs, entry);
                }
            } finally {
                entry.forget(waiting);
            }
        }
    }

    /// The memory of a large array itself.
    MemorySegment segment(Entry entry) {
        return engine.waiters().whileOpen(() -> mapped(entry));
    }

    private MemorySegment mapped(Entry entry) {
        await(entry);
        while (entry.outcome() instanceof Outcome.Stored(StoredObject object, Object[] _) && object.array() != null) {
            try {
                return engine.shelf().segment(object, entry);
            } catch (Shelf.LostException e) {
                await(engine.rebuilder().rebuild(entry, e.id, e.getMessage()));
            }
        }
        engine.codec().decode(entry.outcome());
        throw new IllegalArgumentException("the object is no array of primitives of more than " + Codec.SMALL / 1024
                + " KiB: only these lie in shared memory as they are; use get()");
    }

    void await(Entry entry) {
        await(entry, -1);
    }

    <T> List<T> get(List<ObjectRef<T>> refs, long timeoutMs) {
        return engine.waiters().whileOpen(() -> all(refs, timeoutMs));
    }

    private <T> List<T> all(List<ObjectRef<T>> refs, long timeoutMs) {
        Entry[] entries = entries(refs);
        int missing = 0;
        for (Entry entry : entries) {
            if (!entry.done()) {
                missing++;
            }
        }
        if (missing > 0) {
            awaitAll(entries, timeoutMs);
        }
        List<T> values = new ArrayList<>(entries.length);
        for (Entry entry : entries) {
            @SuppressWarnings("unchecked")
            T value = (T) value(entry, timeoutMs);
            values.add(value);
        }
        return values;
    }

    // A failure among them ends the waiting at once, and is thrown.
    private void awaitAll(Entry[] entries, long timeoutMs) {
        Waiting waiting = new Waiting(entries.length);
        Runnable[] actions = new Runnable[entries.length];
        try {
            for (int i = 0; i < entries.length; i++) {
                Entry entry = entries[i];
                engine.want(entry);
                actions[i] = () -> {
                    if (entry.outcome() instanceof Outcome.Failed) {
                        waiting.enough();
                    } else {
                        waiting.run();
                    }
                };
                entry.whenDone(actions[i]);
            }
            if (!await(waiting, timeoutMs, entries)) {
                throw late(timeoutMs, entries);
            }
        } finally {
            for (int i = 0; i < entries.length; i++) {
                entries[i].forget(actions[i]);
            }
        }
        for (Entry entry : entries) {
            if (entry.outcome() instanceof Outcome.Failed failed) {
                engine.codec().decode(failed);
            }
        }
    }

    <T> WaitResult<T> wait(List<ObjectRef<T>> refs, int wanted, int timeoutMs) {
        return engine.waiters().whileOpen(() -> some(refs, wanted, timeoutMs));
    }

    private <T> WaitResult<T> some(List<ObjectRef<T>> refs, int wanted, int timeoutMs) {
        Entry[] entries = entries(refs);
        if (entries.length == 0) {
            return new WaitResult<>(new ArrayList<>(), new ArrayList<>());
        }
        check(entries, wanted);
        int ready = 0;
        for (Entry entry : entries) {
            if (entry.done()) {
                ready++;
            }
        }
        if (ready < wanted) {
            awaitSome(entries, wanted, timeoutMs);
        }
        return split(refs, entries, wanted);
    }

    private void awaitSome(Entry[] entries, int wanted, long timeoutMs) {
        AtomicInteger ready = new AtomicInteger();
        Waiting waiting = new Waiting(1);
        Runnable action = () -> {
            if (ready.incrementAndGet() == wanted) {
                waiting.enough();
            }
        };
        try {
            for (Entry entry : entries) {
                engine.want(entry);
                entry.whenDone(action);
            }
            boolean _ = await(waiting, timeoutMs, entries);
        } finally {
            for (Entry entry : entries) {
                entry.forget(action);
            }
        }
    }

    private static void check(Entry[] entries, int wanted) {
        if (wanted <= 0 || wanted > entries.length) {
            throw new RayException("Number of objects to wait for must be between 1 and the number of references, which is "
                    + entries.length + ", not " + wanted + ".");
        }
        if (!ascending(entries) && new HashSet<>(List.of(entries)).size() < entries.length) {
            throw new RayException("Duplicate references are not supported in wait.");
        }
    }

    // Then none comes twice, and nothing has to be looked up.
    private static boolean ascending(Entry[] entries) {
        for (int i = 1; i < entries.length; i++) {
            if (entries[i].owner != entries[0].owner || entries[i].number <= entries[i - 1].number) {
                return false;
            }
        }
        return true;
    }

    private static <T> WaitResult<T> split(List<ObjectRef<T>> refs, Entry[] entries, int wanted) {
        List<ObjectRef<T>> ready = new ArrayList<>();
        List<ObjectRef<T>> unready = new ArrayList<>();
        for (int i = 0; i < entries.length; i++) {
            (ready.size() < wanted && entries[i].done() ? ready : unready).add(refs.get(i));
        }
        return new WaitResult<>(ready, unready);
    }

    private static <T> Entry[] entries(List<ObjectRef<T>> refs) {
        Entry[] entries = new Entry[refs.size()];
        int i = 0;
        for (ObjectRef<T> ref : refs) {
            entries[i++] = ((Ref<T>) ref).entry();
        }
        return entries;
    }

    private boolean await(Waiting waiting, long timeoutMs, Entry... entries) {
        Context.check();
        Context context = Context.current();
        boolean gives = context != null && !waiting.over();
        Runnable wake = waiting::enough;
        if (gives) {
            context.waits(true);
        }
        engine.waiters().add(wake);
        try {
            long nanos = timeoutMs < 0 ? -1 : TimeUnit.MILLISECONDS.toNanos(timeoutMs);
            Call held = heldUp(context, entries);
            boolean enough = held == null ? waiting.await(nanos) : awaitInVain(waiting, nanos, held);
            engine.checkOpen();
            return enough;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RayException("interrupted while waiting for an object", e);
        } finally {
            engine.waiters().remove(wake);
            if (gives) {
                context.waits(false);
            }
        }
    }

    // Unless somebody ends it: at least it is said why.
    private static boolean awaitInVain(Waiting waiting, long nanos, Call call) throws InterruptedException {
        long silence = SILENCE.toNanos();
        if (nanos >= 0 && nanos <= silence) {
            return waiting.await(nanos);
        }
        if (waiting.await(silence)) {
            return true;
        }
        LOG.log(Level.WARNING, "after " + SILENCE.toSeconds() + " s, an actor still waits for " + call.name + behindItself(call));
        return waiting.await(nanos < 0 ? -1 : nanos - silence);
    }

    // The call among those waited for that cannot begin while this thread waits; null if there is none.
    private static Call heldUp(Context context, Entry... entries) {
        if (context != null && context.actor != null) {
            for (Entry entry : entries) {
                if (!entry.done() && context.holdsUp(entry.call())) {
                    return entry.call();
                }
            }
        }
        return null;
    }

    private static String behindItself(Call call) {
        return "; it begins only when what waits for it has ended, for " + call.actor.terms.className()
                + " runs its constructor and then one"
                + " call at a time: wait for it elsewhere, or allow more with setMaxConcurrency or a concurrency group";
    }

    // Says of the first that is missing what is known.
    private RayTimeoutException late(long timeoutMs, Entry... entries) {
        Call held = heldUp(Context.current(), entries);
        Call call = held;
        for (int i = 0; i < entries.length && call == null; i++) {
            call = entries[i].call();
        }
        return new RayTimeoutException("Get timed out: "
                + (entries.length == 1 ? "" : "not all of " + entries.length + " objects were ready within " + timeoutMs + " ms: ")
                + (call == null ? "the object" : "the result of " + call.name + " " + Ids.task(engine.self().job(), call.number()))
                + " was not ready" + (entries.length == 1 ? " within " + timeoutMs + " ms" : "")
                + (held != null ? behindItself(held) : call == null ? "" : engine.whyItWaits(call)) + ".");
    }
}
