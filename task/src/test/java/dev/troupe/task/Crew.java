package dev.troupe.task;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/// Parts of a test that run on threads of their own, as processes would.
public final class Crew {
    public interface Part {
        void run() throws Exception;
    }

    private final List<FutureTask<?>> parts = new ArrayList<>();

    public void run(Part part) {
        start(() -> {
            part.run();
            return null;
        }).isDone();
    }

    public <T> FutureTask<T> start(Callable<T> part) {
        FutureTask<T> future = new FutureTask<>(part);
        parts.add(future);
        Thread.ofPlatform().daemon().name("crew-" + parts.size()).start(future);
        return future;
    }

    /// Waits for all; throws what the first of them threw, with what the others threw suppressed.
    public void join() throws Exception {
        Exception first = null;
        for (FutureTask<?> part : parts) {
            try {
                await(part);
            } catch (Exception e) {
                first = (Exception) Together.firstOf(first, e);
            }
        }
        if (first != null) {
            throw first;
        }
    }

    public static <T> T await(FutureTask<T> part) throws Exception {
        try {
            return part.get(15, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }
}
