package dev.troupe.objects;

import dev.troupe.messages.ShutDownException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Everybody who waits in this process for something of Ray's. When Ray is shut down all of them are woken, and whoever comes later does not
/// begin to wait: each either is here when `close` looks, or sees that it was closed.
public final class Waiters {
    private static final long HOOKS_SECONDS = 1;

    private final Set<Runnable> all = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;
    private volatile boolean closed;

    /// Returns while Ray runs.
    ///
    /// @throws ShutDownException once Ray was shut down
    public void check() {
        if (closed) {
            throw new ShutDownException(null);
        }
    }

    /// Whether Ray is being shut down, also while those who wait are not woken yet.
    boolean isClosing() {
        return closing;
    }

    /// Uses something of Ray's: what goes wrong while that is shut down goes wrong because of it.
    ///
    /// @throws ShutDownException once Ray was shut down
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

    /// Somebody is about to wait, and is done with it when `wake` was run.
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

    /// Wakes all. Whoever waits while the JVM ends, ends with everything else and has nothing to complain about, unless it is a shutdown hook
    /// that the end waits for: then they are woken after a while.
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
