package dev.troupe.task;

import dev.troupe.text.Durations;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// What a task does when its process is asked to end: the step loop ends after its current step and completes its work, then the process ends.
final class Shutdown implements AutoCloseable {
    /// A launcher kills its workers after five seconds.
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final Life life;
    private final BooleanSupplier idle;
    private final Thread hook = new Thread(this::end, "troupe-finish");
    private boolean watching;
    private volatile boolean ending;

    /// @param idle whether no step loop runs
    Shutdown(Life life, BooleanSupplier idle) {
        this.life = life;
        this.idle = idle;
    }

    synchronized void watch() {
        if (!watching) {
            watching = true;
            Runtime.getRuntime().addShutdownHook(hook);
        }
    }

    private void end() {
        ending = true;
        life.finish();
        try {
            boolean inTime = life.awaitChange(idle, PATIENCE);
            if (!inTime) {
                System.getLogger("dev.troupe.task").log(System.Logger.Level.WARNING,
                        "the current step took longer than {0}; its work is lost", Durations.text(PATIENCE));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// While the process ends, the program must not continue as if the task had finished by itself.
    void holdCaller() {
        while (ending) {
            LockSupport.park(this);
            boolean _ = Thread.interrupted(); // otherwise it would not park again
        }
    }

    @Override
    public synchronized void close() {
        if (watching && !ending) {
            try {
                watching = !Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException expected) {
                // the process is ending
            }
        }
    }
}
