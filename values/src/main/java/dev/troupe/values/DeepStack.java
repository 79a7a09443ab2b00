package dev.troupe.values;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// A thread with a large stack for long chains of objects: each object takes a few frames, and an ordinary stack has room for
/// only a few hundred objects.
final class DeepStack {
    /// Compiled code needs at least 270 bytes per level, so the stack overflows before [Engine#DEEPEST] levels are written, and the memory can be
    /// released.
    private static final long BYTES = 24L << 20;
    private static final long BYTES_TO_READ = 512L << 20;
    private static final String NAME = "troupe-values-deep";

    private DeepStack() {}

    static boolean overflowed(Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (e instanceof StackOverflowError) {
                return true;
            }
        }
        return false;
    }

    static boolean current() {
        return Thread.currentThread().getName().equals(NAME);
    }

    /// Waits for the result even if interrupted, because the work is short and uses buffers of the caller.
    static Object call(Supplier<Object> work, boolean reading) {
        FutureTask<Object> task = new FutureTask<>(work::get);
        Thread thread = Thread.ofPlatform().daemon().name(NAME).stackSize(reading ? BYTES_TO_READ : BYTES).start(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    thread.join();
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw e.getCause() instanceof ValueException known
                            ? known
                            : new ValueException("failed on a large stack", e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
