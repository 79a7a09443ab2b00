package dev.troupe.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Everybody who waits in this process for something of Ray's. When Ray is shut down all of them are woken, and whoever comes later does not
/// begin to wait: each either is here when `close` looks, or sees that it was closed.
final class Waiters {
    private final Set<Runnable> all = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /// @throws ShutDownException once Ray was shut down
    void check() {
        if (closed) {
            throw new ShutDownException(null);
        }
    }

    /// Uses something of Ray's: what goes wrong while that is shut down goes wrong because of it.
    ///
    /// @throws ShutDownException once Ray was shut down
    <T> T whileOpen(Supplier<T> use) {
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
    void add(Runnable wake) {
        all.add(wake);
        if (closed) {
            wake.run();
        }
    }

    void remove(Runnable wake) {
        all.remove(wake);
    }

    void close() {
        closed = true;
        all.forEach(Runnable::run);
    }
}
