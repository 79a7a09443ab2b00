package dev.troupe.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Events within one JVM: one listener thread, one queue.
final class LocalEvents implements Events {
    /// Where events for other processes go.
    interface Outlet {
        void send(Delivery delivery, String event, Object[] arguments);
    }

    private record Registered(String event, Listener listener, boolean once) {}

    private static final System.Logger LOG = System.getLogger("dev.troupe.task");

    private final ErrorPolicy policy;
    private final Consumer<TaskFailedException> onFailure;
    private final Outlet outlet;
    private final List<Registered> listeners = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Object[]>> expectations = new CopyOnWriteArrayList<>();
    private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final List<Runnable> held = new ArrayList<>();
    private final Thread thread;
    private boolean ready;
    private volatile TaskFailedException failure;
    private volatile boolean closed;

    LocalEvents(ErrorPolicy policy, Consumer<TaskFailedException> onFailure, Outlet outlet) {
        this.policy = policy;
        this.onFailure = onFailure;
        this.outlet = outlet;
        thread = Thread.ofPlatform().daemon().name("troupe-listeners").start(this::loop);
    }

    private void loop() {
        try {
            while (!closed || !queue.isEmpty()) {
                queue.take().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void emit(Scope scope, Delivery delivery, String event, Object... arguments) {
        if (scope != Scope.ONLY_REMOTE) {
            queue.add(() -> dispatch(event, arguments));
        }
        if (scope != Scope.ONLY_LOCAL) {
            outlet.send(delivery, event, arguments);
        }
    }

    /// An event of a peer arrives.
    synchronized void receive(String event, Object[] arguments) {
        Runnable delivery = () -> dispatch(event, arguments);
        if (ready) {
            queue.add(delivery);
        } else {
            held.add(delivery);
        }
    }

    private void dispatch(String event, Object[] arguments) {
        for (Registered registered : listeners) {
            if (!registered.event.equals(event) || registered.once && !listeners.remove(registered)) {
                continue;
            }
            try {
                int arity = registered.listener.arity();
                if (arity >= 0 && arity != arguments.length) {
                    throw new IllegalArgumentException(
                            "event '" + event + "' has " + arguments.length + " arguments, its listener takes " + arity);
                }
                registered.listener.accept(arguments);
            } catch (Exception e) {
                failed(new TaskFailedException("a listener of event '" + event + "' failed: " + e, e));
            }
        }
    }

    private void failed(TaskFailedException e) {
        if (policy == ErrorPolicy.LOG) {
            LOG.log(System.Logger.Level.ERROR, e.getMessage(), e);
            return;
        }
        if (failure == null) {
            failure = e;
        }
        onFailure.accept(e);
        expectations.forEach(x -> x.completeExceptionally(e));
    }

    @Override
    public Subscription on(String event, Listener listener, boolean once) {
        Registered registered = new Registered(event, listener, once);
        listeners.add(registered);
        return () -> listeners.removeIf(x -> x == registered);
    }

    @Override
    public void off(String glob) {
        listeners.removeIf(x -> Labels.glob(glob).matcher(x.event).matches());
    }

    @Override
    public Expectation expect(String event) {
        CompletableFuture<Object[]> came = new CompletableFuture<>();
        expectations.add(came);
        Subscription subscription = on(event, (Listener.OfAny) came::complete, true);
        if (failure != null) {
            came.completeExceptionally(failure);
        }
        return timeout -> {
            try {
                return await(came, timeout);
            } finally {
                subscription.off();
                expectations.remove(came);
            }
        };
    }

    private Optional<Object[]> await(CompletableFuture<Object[]> came, Duration timeout) {
        if (Thread.currentThread() == thread) {
            throw new IllegalStateException("waitFor inside a listener would wait for ever: listeners run one after the other");
        }
        try {
            return Optional.of(came.get(Durations.nanos(timeout), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw failure;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TaskFailedException("interrupted while waiting for an event", e);
        }
    }

    @Override
    public synchronized void ready() {
        ready = true;
        queue.addAll(held);
        held.clear();
    }

    @Override
    public void drain() {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        queue.add(() -> reached.complete(null));
        reached.join();
    }

    @Override
    public void close() {
        closed = true;
        listeners.clear();
        queue.add(() -> {});
    }
}
