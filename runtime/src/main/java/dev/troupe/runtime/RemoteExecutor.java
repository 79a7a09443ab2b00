package dev.troupe.runtime;

import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/// An [java.util.concurrent.ExecutorService] whose tasks run remotely.
final class RemoteExecutor extends AbstractExecutorService {
    private final Set<CompletableFuture<?>> running = ConcurrentHashMap.newKeySet();
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
        start(task);
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
        running.add(result);
        result.whenComplete((_, _) -> running.remove(result));
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
            Troupe.future(ref).whenComplete((value, thrown) -> {
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
        new ArrayList<>(running).forEach(one -> one.cancel(true));
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
            CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).exceptionally(_ -> null).get(time, unit);
        } catch (java.util.concurrent.TimeoutException | java.util.concurrent.ExecutionException e) {
            return false;
        }
        return isTerminated();
    }
}
