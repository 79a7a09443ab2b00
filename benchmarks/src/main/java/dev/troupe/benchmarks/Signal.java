package dev.troupe.benchmarks;

import dev.troupe.task.Context;
import dev.troupe.task.Task;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// A word from one process to the others that is remembered until somebody waits for it.
final class Signal {
    private final Task<Context> task;
    private final String name;
    private final Semaphore arrived = new Semaphore(0);

    Signal(Task<Context> task, String name) {
        this.task = task;
        this.name = name;
        task.on(name, () -> arrived.release());
    }

    void give() {
        task.onlyRemote().emit(name);
    }

    void await() throws InterruptedException {
        await(1);
    }

    void await(int times) throws InterruptedException {
        task.ready();
        if (!arrived.tryAcquire(times, 3, TimeUnit.MINUTES)) {
            throw new IllegalStateException("no '" + name + "' within 3 minutes");
        }
    }
}
