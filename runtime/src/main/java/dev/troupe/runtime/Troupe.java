package dev.troupe.runtime;

import dev.troupe.calls.CallTerms;
import dev.troupe.objects.Ref;
import io.ray.api.ObjectRef;
import io.ray.api.runtime.RayRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/// Features of this runtime beyond Ray's API.
///
/// ```java
/// Troupe.future(ref).thenAccept(result -> …);                  // instead of blocking in get
/// Troupe.cancel(ref);
/// ObjectRef<Integer> r = Troupe.options().retries(0).ownProcess().call(() -> Ray.task(Foo::risky, 1).remote());
/// MemorySegment weights = Troupe.segment(Ray.put(new float[10_000_000]));   // shared memory, not copied
/// ExecutorService cluster = Troupe.executor();
/// String prometheus = Troupe.metrics();                        // of all processes
/// ```
public final class Troupe {
    private Troupe() {}

    /// Called by `Ray.init()`.
    public static RayRuntime start() {
        if (WorkerMain.runtime() != null) {
            return WorkerMain.runtime();
        }
        Settings settings = Settings.read();
        try {
            if (settings.address().isPresent()) {
                return ClusterDriver.start(settings, RunningNode.find(settings.address().get()));
            }
            return Driver.start(settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Completes with the value or with the exception that `get` would throw. Cancelling it cancels nothing else: see [#cancel].
    public static <T> CompletableFuture<T> future(ObjectRef<T> ref) {
        return ((Ref<T>) ref).future();
    }

    /// Cancels a task or actor call: one that waits never runs, one that runs is interrupted, and `get` throws at once in both cases. Returns false
    /// if it has already ended, or is not a call (a put).
    public static boolean cancel(ObjectRef<?> ref) {
        return ((Ref<?>) ref).cancel();
    }

    /// Options for single calls.
    public static RemoteOptions options() {
        return new RemoteOptions(CallTerms.usual());
    }

    /// Runs its tasks as remote tasks. They must be serializable, as in `(Callable<Integer> & Serializable) () -> 1`.
    public static ExecutorService executor() {
        return new RemoteExecutor();
    }

    /// The metrics of `io.ray.runtime.metric` in all processes of the job, in the text format of Prometheus; the tag `pid` distinguishes the
    /// processes. In a worker, and in a program that runs on a cluster: those of its own process.
    public static String metrics() {
        return TroupeRuntime.current().metrics();
    }

    /// The memory of a large array of primitives (more than 100 KiB) itself, shared by all processes of the node, little-endian and read-only. It
    /// stays valid as long as the segment is reachable.
    ///
    /// @throws IllegalArgumentException if the object is small or not such an array
    public static MemorySegment segment(ObjectRef<?> ref) {
        return ((Ref<?>) ref).segment();
    }
}
