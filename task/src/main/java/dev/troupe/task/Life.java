package dev.troupe.task;

import dev.troupe.text.Durations;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The state of a task: running, finished or failed. Code that changes something that a middleware may wait for does so inside [#change];
/// conditions are checked under the same lock.
final class Life {
    private volatile boolean finished;
    private volatile TaskFailedException failure;
    /// The failure that was last thrown to the user.
    private volatile TaskFailedException seen;

    boolean finished() {
        return finished;
    }

    void finish() {
        change(() -> finished = true);
    }

    boolean failed() {
        return failure != null;
    }

    void fail(TaskFailedException e) {
        change(() -> failure = e);
    }

    void throwFailure() {
        TaskFailedException failed = failure;
        if (failed != null) {
            seen = failed;
            throw failed;
        }
    }

    /// Runs an action that may throw the failure to the user, perhaps before this task has been told of it.
    <T> T showing(Supplier<T> action) {
        try {
            return action.get();
        } catch (TaskFailedException e) {
            throw shown(e);
        }
    }

    TaskFailedException shown(TaskFailedException e) {
        seen = e;
        return e;
    }

    /// Throws a copy, because the same exception may already be propagating out of the try block that is being closed.
    @SuppressWarnings("ReferenceEquality")
    void throwUnseenFailure() {
        TaskFailedException failed = failure;
        if (failed != null && failed != seen) {
            throw new TaskFailedException(failed.getMessage(), failed.getCause());
        }
    }

    synchronized void change(Runnable change) {
        change.run();
        notifyAll();
    }

    /// Waits until the condition holds or the task has finished; returns false if the time is up.
    ///
    /// @throws TaskFailedException if the task fails in the meantime
    boolean await(BooleanSupplier condition, Duration timeout) throws InterruptedException {
        boolean came = awaitChange(() -> finished || failure != null || condition.getAsBoolean(), timeout);
        throwFailure();
        return came;
    }

    synchronized boolean awaitChange(BooleanSupplier condition, Duration timeout) throws InterruptedException {
        long limit = Durations.most(timeout).toNanos();
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            long left = limit - (System.nanoTime() - start);
            if (left <= 0) {
                return false;
            }
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
        return true;
    }
}
