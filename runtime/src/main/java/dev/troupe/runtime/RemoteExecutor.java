package dev.troupe.runtime;

import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/// An [java.util.concurrent.ExecutorService] whose tasks run remotely.
final class RemoteExecutor extends AbstractExecutorService {
    /// By their numbers.
    private final Map<Long, CompletableFuture<?>> running = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private volatile boolean shutdown;

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return start(task);
    }

    @Override
    public Future<?> submit(Runnable task) {
        return start(task);
    }

    @Override
    public void execute(Runnable task) {
        var _ = start(task);
    }

    private <T> Remote<T> start(Object task) {
        if (shutdown) {
            throw new RejectedExecutionException("this executor was shut down");
        }
        ObjectRef<Object> ref;
        try {
            ref = Ray.task(RemoteExecutor::run, task).remote();
        } catch (RuntimeException e) {
            throw new RejectedExecutionException("the task cannot travel to another process: write it as"
                    + " (Callable<Integer> & Serializable) () -> …, or as a class that implements both", e);
        }
        Remote<T> result = new Remote<>(ref);
        long number = numbers.incrementAndGet();
        running.put(number, result);
        var _ = result.whenComplete((_, _) -> running.remove(number));
        return result;
    }

    private static Object run(Object task) throws Exception {
        if (task instanceof Callable<?> callable) {
            return callable.call();
        }
        ((Runnable) task).run();
        return null;
    }

    /// Cancelling it cancels the remote task.
    private static final class Remote<T> extends CompletableFuture<T> {
        private final ObjectRef<Object> ref;

        @SuppressWarnings("unchecked")
        Remote(ObjectRef<Object> ref) {
            this.ref = ref;
            var _ = Troupe.future(ref).whenComplete((value, thrown) -> {
                if (thrown == null) {
                    complete((T) value);
                } else {
                    completeExceptionally(thrown);
                }
            });
        }

        @Override
        public boolean cancel(boolean interrupt) {
            Troupe.cancel(ref);
            return super.cancel(interrupt);
        }
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown = true;
        new ArrayList<>(running.values()).forEach(one -> one.cancel(true));
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown && running.isEmpty();
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        try {
            CompletableFuture.allOf(running.values().toArray(CompletableFuture[]::new)).exceptionally(_ -> null).get(time, unit);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        }
        return isTerminated();
    }
}
