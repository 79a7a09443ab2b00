package dev.troupe.task;

import java.util.concurrent.locks.Lock;

/// A registered middleware: its name, the decorated function, and the lock it runs under, if any.
record Stage<C extends Context>(String name, Middleware<C> middleware, Lock lock) {
    private static final ScopedValue<String> CURRENT = ScopedValue.newInstance();

    /// The name of the middleware running on this thread.
    static String current() {
        return CURRENT.orElse("thread " + Thread.currentThread().getName());
    }

    /// Runs an action in the name of that middleware, on any thread.
    static void as(String name, Context.Action action) throws Exception {
        ScopedValue.where(CURRENT, name).call(() -> {
            action.run();
            return null;
        });
    }

    Stage<C> with(Middleware<C> decorated) {
        return new Stage<>(name, Middleware.named(middleware.name(), decorated), lock);
    }

    void run(C ctx) throws Exception {
        if (lock != null) {
            lock.lockInterruptibly();
        }
        try {
            as(name, () -> middleware.run(ctx));
        } finally {
            if (lock != null) {
                lock.unlock();
            }
        }
    }
}
