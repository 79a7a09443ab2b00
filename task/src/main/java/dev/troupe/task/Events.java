package dev.troupe.task;

/// The events of one task: its listeners, and the way to everybody else's. All methods may be called from any thread.
interface Events extends AutoCloseable {
    void emit(Scope scope, Delivery delivery, String event, Object... arguments);

    /// Registers a listener; with `once` it is removed after its first event.
    Subscription on(String event, Listener listener, boolean once);

    /// Registers a listener of the task itself, which `off` leaves alone.
    void always(String event, Listener listener);

    /// Removes the listeners of every event that matches the glob (`*` any run of characters, `?` one).
    void off(String glob);

    Expectation expect(String event);

    /// Throws in a listener, where waiting for what another listener must see first would never end.
    void mayWait(String what);

    /// The task enters `run` or `waitFor` for the first time: all its listeners are there now, so events held for them are
    /// delivered and those nobody wants are let go.
    void ready();

    /// Waits until every local listener has seen what was emitted locally before this call.
    void drain();

    /// Tells the peers that this task ends, removes every listener, ends the listener thread.
    @Override
    void close();
}
