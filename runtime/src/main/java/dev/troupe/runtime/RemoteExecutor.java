package dev.troupe.runtime;

import dev.troupe.messages.ShutDownException;
import io.ray.api.ObjectRef;
import io.ray.api.Ray;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Runs its tasks as remote tasks.
final class RemoteExecutor implements ExecutorService {
    /// By their numbers.
    private final Map<Long, CompletableFuture<?>> running = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private volatile boolean shutdown;

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return start(task, null);
    }

    @Override
    public Future<?> submit(Runnable task) {
        return start(task, null);
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        return start(task, result);
    }

    @Override
    public void execute(Runnable task) {
        var _ = start(task, null);
    }

    /// @param result the result of a task that has none
    private <T> Remote<T> start(Object task, T result) {
        if (shutdown) {
            throw new RejectedExecutionException("this executor was shut down");
        }
        ObjectRef<Object> ref;
        try {
            ref = Ray.task(RemoteExecutor::run, task).remote();
        } catch (ShutDownException | IllegalStateException e) {
            throw new RejectedExecutionException(e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new RejectedExecutionException("the task cannot be sent to another process: write it as"
                    + " (Callable<Integer> & Serializable) () -> …, or as a class that implements both", e);
        }
        Remote<T> started = new Remote<>(ref, result);
        long number = numbers.incrementAndGet();
        running.put(number, started);
        var _ = started.whenComplete((_, _) -> running.remove(number));
        return started;
    }

    private <T> List<Remote<T>> startAll(Collection<? extends Callable<T>> tasks) {
        List<Remote<T>> all = new ArrayList<>();
        try {
            for (Callable<T> task : tasks) {
                all.add(start(task, null));
            }
            return all;
        } catch (RuntimeException e) {
            all.forEach(one -> one.cancel(true));
            throw e;
        }
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return invokeAll(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    /// Those that are not done in time are cancelled.
    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long time, TimeUnit unit) throws InterruptedException {
        List<Remote<T>> all = startAll(tasks);
        try {
            boolean _ = await(all, time, unit);
        } finally {
            all.forEach(one -> one.cancel(true));
        }
        return List.copyOf(all);
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try {
            return invokeAny(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Returns the first that succeeds; the others are cancelled.
    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long time, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("no tasks: invokeAny needs at least one");
        }
        List<Remote<T>> all = startAll(tasks);
        CompletableFuture<T> first = new CompletableFuture<>();
        AtomicInteger left = new AtomicInteger(all.size());
        for (Remote<T> one : all) {
            var _ = one.whenComplete((value, thrown) -> {
                if (thrown == null) {
                    first.complete(value);
                } else if (left.decrementAndGet() == 0) {
                    first.completeExceptionally(thrown);
                }
            });
        }
        try {
            return first.get(time, unit);
        } finally {
            all.forEach(one -> one.cancel(true));
        }
    }

    /// Whether all are done in that time.
    private static boolean await(Collection<? extends CompletableFuture<?>> all, long time, TimeUnit unit) throws InterruptedException {
        try {
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).handle((_, _) -> true).get(time, unit);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
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
        Remote(ObjectRef<Object> ref, T result) {
            this.ref = ref;
            var _ = Troupe.future(ref).whenComplete((value, thrown) -> {
                if (thrown == null) {
                    complete(value == null ? result : (T) value);
                } else {
                    completeExceptionally(thrown);
                }
            });
        }

        @Override
        public boolean cancel(boolean interrupt) {
            boolean cancelled = super.cancel(interrupt); // before it fails because the task was cancelled
            Troupe.cancel(ref);
            return cancelled;
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
        return shutdown && running.values().stream().allMatch(Future::isDone);
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException {
        return await(running.values(), time, unit) && isTerminated();
    }
}
