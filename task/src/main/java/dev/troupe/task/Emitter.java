package dev.troupe.task;

import java.util.Objects;

/// Emits events with one scope and one delivery. Immutable; created by a task.
///
/// ```java
/// task.onlyRemote().with(Delivery.LATEST).emit("progress", ctx.step());
/// ```
public final class Emitter {
    private final Eventful task;
    private final Scope scope;
    /// Null for the delivery of the event, or else [Delivery#BLOCK].
    private final Delivery delivery;

    Emitter(Eventful task, Scope scope, Delivery delivery) {
        this.task = task;
        this.scope = scope;
        this.delivery = delivery;
    }

    /// Emits only to the listeners of this process.
    public Emitter onlyLocal() {
        return new Emitter(task, Scope.ONLY_LOCAL, delivery);
    }

    /// Emits only to the listeners of the other processes.
    public Emitter onlyRemote() {
        return new Emitter(task, Scope.ONLY_REMOTE, delivery);
    }

    /// Emits with this delivery, regardless of the delivery of a typed event.
    public Emitter with(Delivery how) {
        return new Emitter(task, scope, Objects.requireNonNull(how, "delivery"));
    }

    /// Calls the listeners of that event, asynchronously and in the order of emission. An array is one argument, unless it is an `Object[]`.
    ///
    /// @throws TaskFailedException if the task has failed
    /// @throws IllegalArgumentException if it is an event that Troupe itself emits, such as [Router#PEER_LOST]
    public void emit(String event, Object... arguments) {
        task.send(scope, delivery == null ? Delivery.BLOCK : delivery, event, arguments);
    }

    /// Calls the listeners of that event, asynchronously and in the order of emission.
    ///
    /// @throws TaskFailedException if the task has failed
    public <T> void emit(Event<T> event, T value) {
        task.send(scope, delivery == null ? event.delivery() : delivery, event.name(), value);
    }

    /// Which listeners receive an event.
    enum Scope {
        /// Listeners of this process and of every linked one. The default.
        EVERYONE,

        /// Only listeners of this process.
        ONLY_LOCAL,

        /// Only listeners of the other processes.
        ONLY_REMOTE
    }
}
