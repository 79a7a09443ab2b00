package dev.troupe.values;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// A value that somebody may send, and what becomes of it.
sealed interface Sample {
    enum Mood {
        CALM, WILD
    }

    enum Shade {
        DARK, LIGHT
    }

    Object value();

    /// Arrives as an object of the same class that looks equal through `view`.
    record Same(Object value, Function<Object, Object> view) implements Sample {}

    /// A view, or a class that nobody else can name: something equal arrives.
    record Alike(Object value, Function<Object, Object> view) implements Sample {}

    /// Is refused where it is given.
    record Refused(Object value, String because) implements Sample {}

    static Sample same(Object value) {
        return new Same(value, Sample::shown);
    }

    static Sample same(Object value, Function<Object, Object> view) {
        return new Same(value, view);
    }

    static Sample alike(Object value) {
        return new Alike(value, Sample::shown);
    }

    static Sample alike(Object value, Function<Object, Object> view) {
        return new Alike(value, view);
    }

    static Sample refused(Object value, String because) {
        return new Refused(value, because);
    }

    /// The object itself, or what it prints where it does not say what it is equal to.
    private static Object shown(Object value) {
        if (!saysWhatItEquals(value)) {
            return value instanceof Collection<?> collection ? List.copyOf(collection) : value.toString().replaceAll("@[0-9a-f]+", "");
        }
        return value;
    }

    private static boolean saysWhatItEquals(Object value) {
        try {
            Class<?> sayer = value.getClass().getMethod("equals", Object.class).getDeclaringClass();
            return sayer != Object.class && !Set.of("MutableClock").contains(sayer.getSimpleName());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
