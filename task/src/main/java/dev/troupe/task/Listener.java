package dev.troupe.task;

import java.io.Serializable;

/// The reaction of a program to an event: a lambda with as many parameters as the event has arguments.
///
/// ```java
/// task.on("greeting", (String text) -> IO.println(text));
/// task.on("score", (Integer player, Double points) -> board.add(player, points));
/// ```
///
/// The interfaces are serializable so that the parameter types of a lambda can be read and reported when an event does not fit; a listener itself
/// never leaves its process.
public sealed interface Listener extends Serializable {
    /// Calls the lambda. There are as many arguments as [#arity] says.
    void accept(Object[] arguments) throws Exception;

    /// The number of arguments this listener takes; -1 for any number.
    int arity();

    /// For an event without arguments.
    @FunctionalInterface
    non-sealed interface Of0 extends Listener {
        void on() throws Exception;

        @Override
        default void accept(Object[] arguments) throws Exception {
            on();
        }

        @Override
        default int arity() {
            return 0;
        }
    }

    /// For an event with one argument.
    @FunctionalInterface
    non-sealed interface Of1<A> extends Listener {
        void on(A a) throws Exception;

        @Override
        @SuppressWarnings("unchecked")
        default void accept(Object[] arguments) throws Exception {
            on((A) arguments[0]);
        }

        @Override
        default int arity() {
            return 1;
        }
    }

    /// For an event with two arguments.
    @FunctionalInterface
    non-sealed interface Of2<A, B> extends Listener {
        void on(A a, B b) throws Exception;

        @Override
        @SuppressWarnings("unchecked")
        default void accept(Object[] arguments) throws Exception {
            on((A) arguments[0], (B) arguments[1]);
        }

        @Override
        default int arity() {
            return 2;
        }
    }

    /// For an event with three arguments.
    @FunctionalInterface
    non-sealed interface Of3<A, B, C> extends Listener {
        void on(A a, B b, C c) throws Exception;

        @Override
        @SuppressWarnings("unchecked")
        default void accept(Object[] arguments) throws Exception {
            on((A) arguments[0], (B) arguments[1], (C) arguments[2]);
        }

        @Override
        default int arity() {
            return 3;
        }
    }

    /// For any number of arguments.
    @FunctionalInterface
    non-sealed interface OfAny extends Listener {
        void on(Object[] arguments) throws Exception;

        @Override
        default void accept(Object[] arguments) throws Exception {
            on(arguments);
        }

        @Override
        default int arity() {
            return -1;
        }
    }
}
