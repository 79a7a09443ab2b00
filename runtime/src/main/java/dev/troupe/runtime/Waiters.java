package dev.troupe.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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

    /// What to throw for something that went wrong: that may be because Ray was shut down meanwhile.
    RuntimeException explained(RuntimeException thrown) {
        return closed && !(thrown instanceof ShutDownException) ? new ShutDownException(thrown) : thrown;
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
