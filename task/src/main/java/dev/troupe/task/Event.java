package dev.troupe.task;

import java.lang.invoke.MethodType;
import java.util.Objects;

/// A typed event: a name, the type of its one argument, and how it is delivered.
///
/// ```java
/// static final Event<float[]> MODEL = Event.of("model", float[].class).with(Delivery.LATEST);
///
/// task.on(MODEL, weights -> network.load(weights));
/// task.emit(MODEL, network.weights());
/// ```
///
/// @param name its name in plain `on` and `emit`
/// @param type the class of its argument
/// @param delivery what happens if a peer is slow
public record Event<T>(String name, Class<T> type, Delivery delivery) {
    public Event {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(delivery, "delivery");
    }

    /// An event that blocks the sender if a peer is slow.
    public static <T> Event<T> of(String name, Class<T> type) {
        return new Event<>(name, type, Delivery.BLOCK);
    }

    /// The same event with another delivery.
    public Event<T> with(Delivery how) {
        return new Event<>(name, type, how);
    }

    /// The value an event came with.
    @SuppressWarnings("unchecked")
    T value(Object[] arguments) {
        if (arguments.length != 1) {
            throw new IllegalStateException(
                    "event '" + name + "' came with " + arguments.length + " arguments instead of one " + type.getName()
                            + "; emit it as a typed event");
        }
        Class<?> boxed = MethodType.methodType(type).wrap().returnType();
        if (arguments[0] != null && !boxed.isInstance(arguments[0])) {
            throw new ClassCastException(
                    "event '" + name + "' came with a " + arguments[0].getClass().getName() + " instead of a " + boxed.getName());
        }
        return (T) arguments[0];
    }
}
