package dev.troupe.task;

import dev.troupe.task.Emitter.Scope;
import dev.troupe.text.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/// Emits events and registers listeners: the events of a [Task].
///
/// ```java
/// task.on("score", (Integer player, Double points) -> board.add(player, points));
/// task.emit("score", 3, 12.5);
/// ```
///
/// Arguments are immutable by convention: within a process, listeners receive the emitted objects themselves; other processes receive copies.
public abstract sealed class Eventful permits Task {
    Eventful() {}

    abstract Events events();

    /// The state of the task.
    abstract Life life();

    /// Throws if the task is closed or being closed.
    abstract void open(String verb);

    /// Throws if the task is closed. For calls that listeners may still make while a closing task delivers their last events.
    abstract void reachable(String verb);

    /// Calls the listeners of that event everywhere, asynchronously and in the order of emission.
    ///
    /// An array is one argument, even an `int[]` or a `String[]`, for which the compiler asks for a cast. Only an `Object[]` is taken as the
    /// arguments themselves, so that the arguments of [#onAny] can be emitted again; the same cast makes it one argument.
    ///
    /// ```java
    /// String[] both = {"Ada", "Grace"};
    /// task.on("names", (String[] names) -> IO.println(names.length));
    /// task.emit("names", (Object) both);
    /// ```
    ///
    /// @throws TaskFailedException if the task has failed
    /// @throws IllegalArgumentException if it is an event that Troupe itself emits, such as [Router#PEER_LOST]
    public void emit(String event, Object... arguments) {
        send(Scope.EVERYONE, Delivery.BLOCK, event, arguments);
    }

    /// Calls the listeners of that event everywhere, asynchronously and in the order of emission.
    ///
    /// @throws TaskFailedException if the task has failed
    public <T> void emit(Event<T> event, T value) {
        send(Scope.EVERYONE, event.delivery(), event.name(), value);
    }

    /// Emits only to the listeners of this process.
    public Emitter onlyLocal() {
        return new Emitter(this, Scope.ONLY_LOCAL, null);
    }

    /// Emits only to the listeners of the other processes.
    public Emitter onlyRemote() {
        return new Emitter(this, Scope.ONLY_REMOTE, null);
    }

    /// Emits with that delivery.
    public Emitter with(Delivery delivery) {
        return new Emitter(this, Scope.EVERYONE, Objects.requireNonNull(delivery, "delivery"));
    }

    void send(Scope scope, Delivery delivery, String event, Object... arguments) {
        reachable("emit");
        life().throwFailure();
        try {
            events().emit(scope, delivery, event, listed(arguments));
        } catch (TaskFailedException e) {
            throw life().shown(e);
        }
    }

    /// The compiler turns the arguments into an `Object[]`; any other array is the single value that the caller wants to emit.
    private static Object[] listed(Object[] arguments) {
        return arguments != null && arguments.getClass() == Object[].class ? arguments : new Object[]{arguments};
    }

    /// Calls the listener each time the event arrives, from this process or from a peer.
    public Subscription on(String event, Listener.Of0 listener) {
        return listen(event, listener, false);
    }

    public <A> Subscription on(String event, Listener.Of1<A> listener) {
        return listen(event, listener, false);
    }

    public <A, B> Subscription on(String event, Listener.Of2<A, B> listener) {
        return listen(event, listener, false);
    }

    public <A, B, D> Subscription on(String event, Listener.Of3<A, B, D> listener) {
        return listen(event, listener, false);
    }

    public <T> Subscription on(Event<T> event, Listener.Of1<T> listener) {
        return listen(event.name(), listener, false);
    }

    /// Calls the listener each time the event arrives, with any number of arguments.
    public Subscription onAny(String event, Listener.OfAny listener) {
        return listen(event, listener, false);
    }

    /// Calls the listener the next time the event arrives, once.
    public Subscription once(String event, Listener.Of0 listener) {
        return listen(event, listener, true);
    }

    public <A> Subscription once(String event, Listener.Of1<A> listener) {
        return listen(event, listener, true);
    }

    public <A, B> Subscription once(String event, Listener.Of2<A, B> listener) {
        return listen(event, listener, true);
    }

    public <A, B, D> Subscription once(String event, Listener.Of3<A, B, D> listener) {
        return listen(event, listener, true);
    }

    public <T> Subscription once(Event<T> event, Listener.Of1<T> listener) {
        return listen(event.name(), listener, true);
    }

    /// Calls the listener the next time the event arrives, once, with any number of arguments.
    public Subscription onceAny(String event, Listener.OfAny listener) {
        return listen(event, listener, true);
    }

    private Subscription listen(String event, Listener listener, boolean once) {
        reachable("on");
        Objects.requireNonNull(listener, "listener");
        return life().showing(() -> events().on(event, listener, once));
    }

    /// Declares that all listeners are registered: events that were held for them are delivered, and from now on peers send only the events that
    /// this task listens to. `run` and `waitFor` do this by themselves; a program that waits in another way should call it.
    public void ready() {
        reachable("ready");
        events().ready();
    }

    /// Removes the listeners of every event that matches the glob (`*` matches any characters, `?` one), including those of ready-made middleware.
    public void off(String glob) {
        reachable("off");
        events().off(glob);
    }

    /// Waits for an event, from this process or from a peer. If the task has already finished, waiting for `finish` returns at once.
    ///
    /// @return whether it arrived in time
    public boolean waitFor(String event, Duration timeout) {
        return awaitEvent(event, timeout).isPresent();
    }

    /// Waits for an event, from this process or from a peer.
    ///
    /// @return its value, or nothing if it did not arrive in time
    public <T> Optional<T> waitFor(Event<T> event, Duration timeout) {
        return awaitEvent(event.name(), timeout).map(event::value);
    }

    /// Waits for an event, from this process or from a peer.
    ///
    /// @return its arguments
    /// @throws EventTimeoutException if it did not arrive in time
    public Object[] waitForOrThrow(String event, Duration timeout) {
        return awaitEvent(event, timeout).orElseThrow(() -> EventTimeoutException.of(event, timeout));
    }

    /// Begins to wait for an event, so that none is missed between this call and the wait.
    public Expectation expect(String event) {
        open("expect");
        Expectation expectation = life().showing(() -> events().expect(event));
        return timeout -> await(expectation, timeout);
    }

    private Optional<Object[]> awaitEvent(String event, Duration timeout) {
        open("waitFor");
        Objects.requireNonNull(timeout, "timeout");
        life().throwFailure();
        Expectation expectation = life().showing(() -> events().expect(event));
        boolean finish = event.equals(Events.FINISH);
        Optional<Object[]> came = await(expectation, finish && life().finished() ? Duration.ZERO : timeout);
        if (finish && came.isPresent()) {
            life().finish();
        }
        return finish && life().finished() ? Optional.of(came.orElse(new Object[0])) : came;
    }

    private Optional<Object[]> await(Expectation expectation, Duration timeout) {
        return life().showing(() -> expectation.await(Durations.most(timeout)));
    }
}
