package dev.troupe.task;

import dev.troupe.task.Emitter.Scope;
import dev.troupe.task.Handlers.Handler;
import dev.troupe.task.Interest.Announcement;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The events of one task: its listeners, which the router's [Dispatcher] calls one at a time, and the way to the listeners of other processes. All
/// methods are thread-safe.
final class Events implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.troupe.task");

    /// The event that ends the step loops of all linked tasks.
    static final String FINISH = "finish";

    private final Router router;
    private final Dispatcher dispatcher;
    private final int task;
    private final ErrorPolicy policy;
    private final Consumer<TaskFailedException> onFailure;
    private final Handlers handlers = new Handlers();
    private final Map<String, Queued.Newest> latest = new ConcurrentHashMap<>();
    private final Set<Arrival> expectations = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile Interest.Stage stage = Interest.Stage.OPEN;
    private volatile TaskFailedException failure;
    private volatile long lastListenerNanos = System.nanoTime();

    private Events(Router router, Dispatcher dispatcher, int task, ErrorPolicy policy, Consumer<TaskFailedException> onFailure) {
        this.router = router;
        this.dispatcher = dispatcher;
        this.task = task;
        this.policy = policy;
        this.onFailure = onFailure;
    }

    static Events open(Router router, Dispatcher dispatcher, int task, ErrorPolicy policy, Consumer<TaskFailedException> onFailure) {
        Events events = new Events(router, dispatcher, task, policy, onFailure);
        dispatcher.serve(events);
        events.announce();
        return events;
    }

    int task() {
        return task;
    }

    boolean ended() {
        return stage == Interest.Stage.CLOSED || failure != null;
    }

    /// Whether listeners are still being registered.
    boolean waitsForListeners() {
        return stage == Interest.Stage.OPEN && failure == null;
    }

    Duration sinceLastListener() {
        return Duration.ofNanos(System.nanoTime() - lastListenerNanos);
    }

    /// Whether an event must wait, because its listener may still be registered.
    boolean holds(String event) {
        return waitsForListeners() && !handlers.any(event);
    }

    void emit(Scope scope, Delivery delivery, String event, Object... arguments) {
        if (Queued.News.tells(Objects.requireNonNull(event, "event"))) {
            throw new IllegalArgumentException(
                    "'" + event + "' is reserved, because Troupe emits it itself; give your event another name");
        }
        checkOpen();
        if (scope != Scope.ONLY_REMOTE && handlers.any(event)) {
            emitLocally(delivery, event, arguments);
        }
        if (scope != Scope.ONLY_LOCAL) {
            router.send(task, delivery, event, arguments);
        }
    }

    private void emitLocally(Delivery delivery, String event, Object[] arguments) {
        switch (delivery) {
            case BLOCK -> dispatcher.addLocal(new Queued.Local(event, arguments));
            case LATEST -> dispatcher.addLatest(latest.computeIfAbsent(event, e -> new Queued.Newest(null, e)), arguments);
        }
    }

    /// Registers a listener; with `once` it is removed after its first event.
    Subscription on(String event, Listener listener, boolean once) {
        Objects.requireNonNull(event, "event");
        Objects.requireNonNull(listener, "listener");
        checkOpen();
        return add(Handler.of(event, listener, once));
    }

    /// Registers a listener of the task itself, which `off` does not remove.
    void always(String event, Listener listener) {
        add(Handler.permanent(event, listener));
    }

    private Subscription add(Handler handler) {
        lastListenerNanos = System.nanoTime();
        synchronized (this) {
            boolean known = handlers.any(handler.event());
            handlers.add(handler);
            if (!known && stage == Interest.Stage.READY) {
                router.announce(new Announcement.Listens(handler.event()));
            }
        }
        dispatcher.recheck();
        return () -> remove(handler);
    }

    /// Removes the listeners of every event that matches the glob (`*` matches any characters, `?` one).
    synchronized void off(String glob) {
        Predicate<String> matches = Glob.of(glob);
        handlers.removeIf(h -> !h.permanent() && matches.test(h.event())).forEach(this::ignore);
    }

    private synchronized void remove(Handler handler) {
        boolean listened = handlers.any(handler.event());
        handlers.remove(handler);
        if (listened && !handlers.any(handler.event())) {
            ignore(handler.event());
        }
    }

    private void ignore(String event) {
        if (stage == Interest.Stage.READY) {
            router.announce(new Announcement.Ignores(event));
        }
    }

    Expectation expect(String event) {
        Arrival arrival = new Arrival();
        Subscription subscription = on(event, (Listener.OfAny) arrival.arguments::complete, true);
        expectations.add(arrival);
        return timeout -> await(event, arrival, subscription, timeout);
    }

    /// Completed when an expected event arrives.
    private static final class Arrival {
        private final CompletableFuture<Object[]> arguments = new CompletableFuture<>();
    }

    private Optional<Object[]> await(String event, Arrival arrival, Subscription subscription, Duration timeout) {
        mayWait("waiting for '" + event + "'");
        ready();
        try {
            if (failure != null) {
                throw failure;
            }
            return Optional.of(arrival.arguments.get(timeout.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            subscription.off();
            return Optional.empty();
        } catch (ExecutionException e) {
            throw failure;
        } catch (InterruptedException e) {
            subscription.off();
            Thread.currentThread().interrupt();
            throw new TaskFailedException("interrupted while waiting for '" + event + "'", e);
        } finally {
            expectations.remove(arrival);
        }
    }

    /// Throws in a listener, where waiting for something that another listener must handle first would block forever.
    void mayWait(String what) {
        if (dispatcher.isListenerThread()) {
            throw new IllegalStateException(what + " inside a listener would block forever, because only one listener runs at a"
                    + " time; wait in a middleware or in main, or register a listener with on()");
        }
    }

    /// The task enters `run` or `waitFor` for the first time: all its listeners are registered now, so events held for them are delivered, and
    /// events without a listener are dropped.
    void ready() {
        synchronized (this) {
            if (stage != Interest.Stage.OPEN) {
                return;
            }
            stage = Interest.Stage.READY;
            announce();
        }
        dispatcher.recheck();
    }

    /// Waits until every local listener has handled the events that were emitted locally before this call.
    void drain() {
        if (!dispatcher.isListenerThread() && !ended()) {
            dispatcher.awaitQuiet();
        }
    }

    /// Tells the peers that this task ends, removes every listener and ends the listener thread.
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        drain();
        synchronized (this) {
            stage = Interest.Stage.CLOSED;
        }
        router.leave(() -> {
            router.send(task, Delivery.BLOCK, FINISH, new Object[0]);
            announce();
        });
        handlers.removeIf(h -> true);
        router.closed(this);
    }

    /// Called by the dispatcher, on the listener thread.
    void deliver(Sender from, String event, Object[] arguments) {
        for (Handler handler : handlers.of(event)) {
            if (ended()) {
                return;
            }
            if (handler.once() ? handler.removed().compareAndSet(false, true) : !handler.removed().get()) {
                if (handler.once()) {
                    remove(handler);
                }
                call(handler, from, event, arguments);
            }
        }
    }

    @SuppressWarnings("CatchingThrowable") // an Error in a listener must fail the task, too
    private void call(Handler handler, Sender from, String event, Object[] arguments) {
        if (!handler.shape().fits(arguments)) {
            failed(new TaskFailedException("event '" + event + "' came from " + name(from) + " as " + Shape.describe(arguments)
                    + ", but its listener at " + handler.place() + " takes " + handler.shape() + "; " + handler.shape().advice(arguments),
                    null));
            return;
        }
        try {
            handler.listener().accept(arguments);
        } catch (Throwable e) {
            failed(new TaskFailedException(
                    "the listener of '" + event + "' at " + handler.place() + " failed on an event from " + name(from) + ": " + e, e));
        }
    }

    /// An event could not be handled: depending on the policy, the task fails or the failure is only logged.
    void failed(TaskFailedException problem) {
        if (policy == ErrorPolicy.LOG) {
            LOG.log(Level.ERROR, problem.getMessage(), problem.getCause());
            return;
        }
        if (failure == null) {
            // Fails the task first, so that code that sees the failure here finds the task failed.
            onFailure.accept(problem);
            failure = problem;
            expectations.forEach(e -> e.arguments.completeExceptionally(problem));
        }
    }

    private String name(Sender from) {
        return "node " + (from == null ? router.nodeId() : from.nodeId());
    }

    /// The announcement for the peers.
    Interest interest() {
        return new Interest(task, stage, handlers.events());
    }

    private void announce() {
        router.announce(new Announcement.Whole(interest()));
    }

    private void checkOpen() {
        if (failure != null) {
            throw failure;
        }
        if (stage == Interest.Stage.CLOSED) {
            throw new IllegalStateException("the task is closed; emit and on belong between start() and close()");
        }
    }
}
