package dev.troupe.task;

import java.util.Objects;

/// Emits events in one way: to whom, and what happens when a peer is slow. Immutable; made by a task.
///
/// ```java
/// task.onlyRemote().with(Delivery.LATEST).emit("progress", ctx.step());
/// ```
public final class Emitter {
    private final Eventful task;
    private final Scope scope;
    /// Null: that of the event, else [Delivery#BLOCK].
    private final Delivery delivery;

    Emitter(Eventful task, Scope scope, Delivery delivery) {
        this.task = task;
        this.scope = scope;
        this.delivery = delivery;
    }

    /// To the listeners of this process alone.
    public Emitter onlyLocal() {
        return new Emitter(task, Scope.ONLY_LOCAL, delivery);
    }

    /// To the listeners of the other processes alone.
    public Emitter onlyRemote() {
        return new Emitter(task, Scope.ONLY_REMOTE, delivery);
    }

    /// Queued that way, whatever a typed event says.
    public Emitter with(Delivery how) {
        return new Emitter(task, scope, Objects.requireNonNull(how, "delivery"));
    }

    /// Calls the listeners of that event, asynchronously and in the order of emission. An array is one argument, unless it is an `Object[]`.
    ///
    /// @throws TaskFailedException when the task has failed
    /// @throws IllegalArgumentException when it is an event that Troupe itself tells, such as [Router#PEER_LOST]
    public void emit(String event, Object... arguments) {
        task.send(scope, delivery == null ? Delivery.BLOCK : delivery, event, arguments);
    }

    /// Calls the listeners of that event, asynchronously and in the order of emission.
    ///
    /// @throws TaskFailedException when the task has failed
    public <T> void emit(Event<T> event, T value) {
        task.send(scope, delivery == null ? event.delivery() : delivery, event.name(), value);
    }
}
