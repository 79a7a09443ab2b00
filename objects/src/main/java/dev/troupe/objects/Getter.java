package dev.troupe.objects;

import dev.troupe.messages.Failure;
import dev.troupe.messages.Ids;
import dev.troupe.messages.Outcome;
import dev.troupe.messages.ShutDownException;
import dev.troupe.messages.StoredObject;
import dev.troupe.messages.ThisProcess;
import dev.troupe.transport.BriefWait;
import io.ray.api.ObjectRef;
import io.ray.api.WaitResult;
import io.ray.api.exception.RayException;
import io.ray.api.exception.RayTimeoutException;
import io.ray.api.id.ObjectId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// `get` and `wait`: block a thread until objects are ready. A task that waits releases its CPU in the meantime.
public final class Getter {
    private static final Logger LOG = System.getLogger("dev.troupe.runtime");
    /// How long a wait that cannot end stays silent.
    private static final Duration SILENCE = Duration.ofSeconds(5);
    /// An idle worker answers a small call within this time.
    private static final long POLL_NANOS = 60_000;

    private final ThisProcess self;
    private final Waiters waiters;
    private final ObjectCodec codec;
    private final References references;
    private final Rebuilder rebuilder;
    private final Executor later;
    private final BriefWait soon = new BriefWait(POLL_NANOS);

    Getter(ThisProcess self, Waiters waiters, ObjectCodec codec, References references, Rebuilder rebuilder, Executor later) {
        this.self = self;
        this.waiters = waiters;
        this.codec = codec;
        this.references = references;
        this.rebuilder = rebuilder;
        this.later = later;
    }

    /// @throws ShutDownException after Ray was shut down
    void checkOpen() {
        waiters.check();
    }

    /// A user's reference is written into a value.
    void travels(TrackedObject object) {
        checkOpen();
        references.travels(object);
        Mentions.met(object);
    }

    /// Ends the call that makes an object; returns false if it has already ended.
    boolean cancel(TrackedObject object) {
        Maker maker = object.maker();
        if (maker == null || waiters.isClosing()
                || !object.complete(new Outcome.Failed(new Failure.Other(maker.name() + " was cancelled")))) {
            return false;
        }
        maker.cancel();
        return true;
    }

    /// The id of an object, for messages.
    ObjectId id(TrackedObject object) {
        return Ids.result(Ids.task(self.job(), object.number));
    }

    @SuppressWarnings("unchecked")
    <T> CompletableFuture<T> future(TrackedObject object) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Runnable shutDown = () -> future.completeExceptionally(new ShutDownException(null));
        waiters.add(shutDown);
        var _ = future.whenComplete((_, _) -> waiters.remove(shutDown));
        if (future.isDone()) {
            return future;
        }
        references.want(object);
        object.whenDone(() -> later.execute(() -> {
            try {
                future.complete((T) get(object, -1));
            } catch (Throwable e) {
                future.completeExceptionally(e);
            }
        }));
        return future;
    }

    Object get(TrackedObject entry, long timeoutMs) {
        return waiters.whileOpen(() -> {
            await(entry, timeoutMs);
            return value(entry, timeoutMs);
        });
    }

    // An object that cannot be read is rebuilt, if that is possible.
    private Object value(TrackedObject entry, long timeoutMs) {
        while (true) {
            try {
                return codec.decode(entry.outcome());
            } catch (LargeValues.LostException e) {
                await(rebuilder.rebuild(entry, e.id, e.getMessage()), timeoutMs);
            }
        }
    }

    private void await(TrackedObject entry, long timeoutMs) {
        if (!entry.done()) {
            references.want(entry);
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
    MemorySegment segment(TrackedObject entry) {
        return waiters.whileOpen(() -> mapped(entry));
    }

    private MemorySegment mapped(TrackedObject entry) {
        await(entry);
        while (entry.outcome() instanceof Outcome.Stored(StoredObject object, Object[] _) && object.array() != null) {
            try {
                return codec.segment(object, entry);
            } catch (LargeValues.LostException e) {
                await(rebuilder.rebuild(entry, e.id, e.getMessage()));
            }
        }
        codec.decode(entry.outcome());
        throw new IllegalArgumentException("the object is not an array of primitives of more than " + ObjectCodec.SMALL / 1024
                + " KiB: only such arrays can be read in shared memory without a copy; use get()");
    }

    void await(TrackedObject entry) {
        await(entry, -1);
    }

    public <T> List<T> get(List<ObjectRef<T>> refs, long timeoutMs) {
        return waiters.whileOpen(() -> all(refs, timeoutMs));
    }

    private <T> List<T> all(List<ObjectRef<T>> refs, long timeoutMs) {
        TrackedObject[] entries = entries(refs);
        int missing = 0;
        for (TrackedObject entry : entries) {
            if (!entry.done()) {
                missing++;
            }
        }
        if (missing > 0) {
            awaitAll(entries, timeoutMs);
        }
        List<T> values = new ArrayList<>(entries.length);
        for (TrackedObject entry : entries) {
            @SuppressWarnings("unchecked")
            T value = (T) value(entry, timeoutMs);
            values.add(value);
        }
        return values;
    }

    // A failure among them ends the wait at once, and is thrown.
    private void awaitAll(TrackedObject[] entries, long timeoutMs) {
        Waiting waiting = new Waiting(entries.length);
        Runnable[] actions = new Runnable[entries.length];
        try {
            for (int i = 0; i < entries.length; i++) {
                TrackedObject entry = entries[i];
                references.want(entry);
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
        for (TrackedObject entry : entries) {
            if (entry.outcome() instanceof Outcome.Failed failed) {
                codec.decode(failed);
            }
        }
    }

    public <T> WaitResult<T> wait(List<ObjectRef<T>> refs, int wanted, int timeoutMs) {
        return waiters.whileOpen(() -> some(refs, wanted, timeoutMs));
    }

    private <T> WaitResult<T> some(List<ObjectRef<T>> refs, int wanted, int timeoutMs) {
        TrackedObject[] entries = entries(refs);
        if (entries.length == 0) {
            return new WaitResult<>(new ArrayList<>(), new ArrayList<>());
        }
        check(entries, wanted);
        int ready = 0;
        for (TrackedObject entry : entries) {
            if (entry.done()) {
                ready++;
            }
        }
        if (ready < wanted) {
            awaitSome(entries, wanted, timeoutMs);
        }
        return split(refs, entries, wanted);
    }

    private void awaitSome(TrackedObject[] entries, int wanted, long timeoutMs) {
        AtomicInteger ready = new AtomicInteger();
        Waiting waiting = new Waiting(1);
        Runnable action = () -> {
            if (ready.incrementAndGet() == wanted) {
                waiting.enough();
            }
        };
        try {
            for (TrackedObject entry : entries) {
                references.want(entry);
                entry.whenDone(action);
            }
            boolean _ = await(waiting, timeoutMs, entries);
        } finally {
            for (TrackedObject entry : entries) {
                entry.forget(action);
            }
        }
    }

    private static void check(TrackedObject[] entries, int wanted) {
        if (wanted <= 0 || wanted > entries.length) {
            throw new RayException("Number of objects to wait for must be between 1 and the number of references, which is "
                    + entries.length + ", not " + wanted + ".");
        }
        if (!ascending(entries) && new HashSet<>(List.of(entries)).size() < entries.length) {
            throw new RayException("Duplicate references are not supported in wait.");
        }
    }

    // Then none occurs twice, and no lookup is needed.
    private static boolean ascending(TrackedObject[] entries) {
        for (int i = 1; i < entries.length; i++) {
            if (entries[i].owner != entries[0].owner || entries[i].number <= entries[i - 1].number) {
                return false;
            }
        }
        return true;
    }

    private static <T> WaitResult<T> split(List<ObjectRef<T>> refs, TrackedObject[] entries, int wanted) {
        List<ObjectRef<T>> ready = new ArrayList<>();
        List<ObjectRef<T>> unready = new ArrayList<>();
        for (int i = 0; i < entries.length; i++) {
            (ready.size() < wanted && entries[i].done() ? ready : unready).add(refs.get(i));
        }
        return new WaitResult<>(ready, unready);
    }

    private static <T> TrackedObject[] entries(List<ObjectRef<T>> refs) {
        TrackedObject[] entries = new TrackedObject[refs.size()];
        int i = 0;
        for (ObjectRef<T> ref : refs) {
            entries[i++] = ((Ref<T>) ref).object();
        }
        return entries;
    }

    private boolean await(Waiting waiting, long timeoutMs, TrackedObject... entries) {
        TaskContext.check();
        TaskContext context = TaskContext.current();
        boolean gives = context != null && !waiting.over();
        Runnable wake = waiting::enough;
        if (gives) {
            context.waits(true);
        }
        waiters.add(wake);
        try {
            long nanos = timeoutMs < 0 ? -1 : TimeUnit.MILLISECONDS.toNanos(timeoutMs);
            Maker held = heldUp(context, entries);
            boolean enough = held == null ? waiting.await(nanos, soon) : awaitInVain(waiting, nanos, held);
            checkOpen();
            return enough;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RayException("interrupted while waiting for an object", e);
        } finally {
            waiters.remove(wake);
            if (gives) {
                context.waits(false);
            }
        }
    }

    // The wait ends only if someone interrupts it; at least the log gives the reason.
    private static boolean awaitInVain(Waiting waiting, long nanos, Maker call) throws InterruptedException {
        long silence = SILENCE.toNanos();
        if (nanos >= 0 && nanos <= silence) {
            return waiting.await(nanos);
        }
        if (waiting.await(silence)) {
            return true;
        }
        LOG.log(Level.WARNING, "after " + SILENCE.toSeconds() + " s, an actor still waits for " + call.name() + behindItself());
        return waiting.await(nanos < 0 ? -1 : nanos - silence);
    }

    // The awaited call that cannot begin while this thread waits; null if there is none.
    private static Maker heldUp(TaskContext context, TrackedObject... entries) {
        if (context != null && context.actor != null) {
            for (TrackedObject entry : entries) {
                Maker call = entry.done() ? null : entry.maker();
                if (call != null && call.waitsBehind(context)) {
                    return call;
                }
            }
        }
        return null;
    }

    private static String behindItself() {
        return "; that call can begin only after the call that waits for it has ended, because "
                + TaskContext.current().actor.terms().className()
                + " runs its constructor and then one"
                + " call at a time: wait for it elsewhere, or allow more calls at a time with setMaxConcurrency or a concurrency group";
    }

    // Reports what is known of the first missing object.
    private RayTimeoutException late(long timeoutMs, TrackedObject... entries) {
        Maker held = heldUp(TaskContext.current(), entries);
        TrackedObject missing = null;
        for (int i = 0; i < entries.length && missing == null; i++) {
            missing = entries[i].maker() != null && (held == null || entries[i].maker() == held) ? entries[i] : null;
        }
        Maker call = missing == null ? null : missing.maker();
        return new RayTimeoutException("Get timed out: "
                + (entries.length == 1 ? "" : "not all of " + entries.length + " objects were ready within " + timeoutMs + " ms: ")
                + (call == null ? "the object" : "the result of " + call.name() + " " + Ids.task(self.job(), missing.number))
                + " was not ready" + (entries.length == 1 ? " within " + timeoutMs + " ms" : "")
                + (held != null ? behindItself() : call == null ? "" : call.whyItWaits()) + ".");
    }
}
