package dev.troupe.objects;

import dev.troupe.messages.ShutDownException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// All threads of this process that wait for something of Ray. When Ray is shut down all of them are woken, and no thread begins to wait
/// afterwards: each either is registered when `close` runs, or sees that it was closed.
public final class Waiters {
    private static final long HOOKS_SECONDS = 1;

    private final Set<Runnable> all = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;
    private volatile boolean closed;

    /// Returns normally while Ray runs.
    ///
    /// @throws ShutDownException after Ray was shut down
    public void check() {
        if (closed) {
            throw new ShutDownException(null);
        }
    }

    /// Whether Ray is being shut down, even if the waiting threads are not woken yet.
    boolean isClosing() {
        return closing;
    }

    /// Runs an action that uses Ray: failures during a shutdown are reported as caused by it.
    ///
    /// @throws ShutDownException after Ray was shut down
    public <T> T whileOpen(Supplier<T> use) {
        check();
        try {
            return use.get();
        } catch (ShutDownException e) {
            throw e;
        } catch (RuntimeException e) {
            throw closed ? new ShutDownException(e) : e;
        }
    }

    /// A thread is about to wait; `wake` ends the wait.
    ///
    /// @param wake may be run more than once
    public void add(Runnable wake) {
        all.add(wake);
        if (closed) {
            wake.run();
        }
    }

    public void remove(Runnable wake) {
        all.remove(wake);
    }

    /// Wakes all. While the JVM ends, waiting threads end with it and need no exception. A waiting shutdown hook, however, would keep the JVM from
    /// ending, so in that case all are woken after a while.
    public void close() {
        closing = true;
        if (jvmEnds()) {
            CompletableFuture.delayedExecutor(HOOKS_SECONDS, TimeUnit.SECONDS).execute(this::wakeAll);
        } else {
            wakeAll();
        }
    }

    private void wakeAll() {
        closed = true;
        all.forEach(Runnable::run);
    }

    private static boolean jvmEnds() {
        Thread hook = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
