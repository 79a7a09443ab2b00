package dev.troupe.kube;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

/// Carries out many requests, several at a time. The number for all jobs together is limited so that API servers, which accept a few hundred requests on one
/// connection, refuse none of them.
public final class Crowd {
    private static final int AT_ONCE = 48;

    private final Semaphore places = new Semaphore(AT_ONCE);

    /// Tries each.
    ///
    /// @return whether it went well for all
    public <T> boolean all(List<T> many, Predicate<T> task) {
        if (many.size() == 1) {
            return task.test(many.getFirst());
        }
        List<FutureTask<Boolean>> running = new ArrayList<>();
        for (T one : many) {
            places.acquireUninterruptibly();
            Callable<Boolean> call = () -> {
                try {
                    return task.test(one);
                } finally {
                    places.release();
                }
            };
            FutureTask<Boolean> future = new FutureTask<>(call);
            running.add(future);
            Thread.ofVirtual().name("troupe-act").start(future);
        }
        boolean well = true;
        for (FutureTask<Boolean> future : running) {
            well &= result(future);
        }
        return well;
    }

    private static boolean result(FutureTask<Boolean> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
