package dev.troupe.task;

import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/// The data that the middleware of a step share. At the end of a step only *kept* values survive.
///
/// A program puts values under names, or declares a context of its own with typed fields:
///
/// ```java
/// class GameContext extends Context {
///     private final Field<Integer> moves = field("moves", Integer.class, 0);      // 0 again in each step
///     private final Field<Long> games = keptField("games", Long.class, 0L);       // counts on
///
///     int moves() {
///         return moves.value();
///     }
///
///     void moved() {
///         moves.update(n -> n + 1);
///     }
///
///     long games() {
///         return games.value();
///     }
/// }
/// ```
///
/// Threads: every method may be called from any thread, and [Field#update] is atomic, so middleware in async mode may share a context. Two
/// consecutive calls are not atomic together, and a context does not make the objects in it thread-safe. Only the task calls [#renew].
public class Context {
    private final Map<String, Field<?>> fields = new ConcurrentHashMap<>();
    private final Map<String, Object> values = new ConcurrentHashMap<>();
    private final Set<String> kept = ConcurrentHashMap.newKeySet();
    private final Deque<Deferred> deferred = new ConcurrentLinkedDeque<>();
    private volatile boolean restSkipped;
    private final AtomicLong step = new AtomicLong();

    /// An action to run later, which may fail.
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    private record Deferred(String by, Action action) {}

    /// The number of steps that have ended.
    public final long step() {
        return step.get();
    }

    /// Continues counting from here, for a program that resumes from a checkpoint.
    public final void resumeAt(long step) {
        this.step.set(step);
    }

    /// Runs an action after all middleware of this step have run, the last deferred first. It also runs if a later middleware failed; its own
    /// failure is then suppressed onto that failure.
    public final void defer(Action action) {
        deferred.addLast(new Deferred(Stage.current(), action));
    }

    /// Skips the remaining middleware of this step. Deferred actions still run.
    public final void skipRest() {
        restSkipped = true;
    }

    final boolean restSkipped() {
        return restSkipped;
    }

    /// Makes these values survive the end of a step from now on.
    public final void keep(String... names) {
        kept.addAll(Arrays.asList(names));
    }

    /// Sets a value, of a declared field or of any other name; null removes it.
    public final void put(String name, Object value) {
        Field<?> field = fields.get(name);
        if (field != null) {
            field.put(value);
        } else if (value == null) {
            values.remove(name);
        } else {
            values.put(name, value);
        }
    }

    /// The value of that name, or null.
    public final Object get(String name) {
        Field<?> field = fields.get(name);
        return field != null ? field.value() : values.get(name);
    }

    /// The value of that name, or null.
    ///
    /// @throws ClassCastException if it has another type
    public final <T> T get(String name, Class<T> type) {
        Object value = get(name);
        if (value != null && !type.isInstance(value)) {
            throw new ClassCastException("'" + name + "' in the context is a " + value.getClass().getName() + ", not a " + type.getName());
        }
        return type.cast(value);
    }

    /// The names of all declared fields and of all present values.
    public final Set<String> names() {
        Set<String> names = new TreeSet<>(values.keySet());
        names.addAll(fields.keySet());
        return names;
    }

    /// Ends a step: increments the step counter, removes values that are not kept, and resets fields that are not kept. A context that overrides
    /// this calls `super.renew()`.
    public void renew() {
        values.keySet().retainAll(kept);
        fields.values().stream().filter(field -> !kept.contains(field.name)).forEach(Field::reset);
        restSkipped = false;
        step.incrementAndGet();
    }

    /// Declares a field that is reset to `initial` in each step. The initial value should not be mutable.
    protected final <T> Field<T> field(String name, Class<? super T> type, T initial) {
        Field<T> field = new Field<>(name, type, initial);
        if (fields.putIfAbsent(name, field) != null) {
            throw new IllegalStateException(
                    "field '" + name + "' of " + getClass().getSimpleName() + " is declared twice; give one another name");
        }
        return field;
    }

    /// Declares a field that survives the end of a step.
    protected final <T> Field<T> keptField(String name, Class<? super T> type, T initial) {
        keep(name);
        return field(name, type, initial);
    }

    /// Runs the deferred actions, even if the step has already failed.
    ///
    /// @return the first failure, with later ones suppressed, or null
    final Throwable runDeferred(Throwable failure) {
        Throwable first = failure;
        for (Deferred next = deferred.pollLast(); next != null; next = deferred.pollLast()) {
            try {
                next.action.run();
            } catch (Throwable e) {
                first = Together.firstOf(first, FailedStep.in("deferred by " + next.by, step(), e));
            }
        }
        return first;
    }

    /// One typed value of a context.
    public static final class Field<T> {
        private final String name;
        private final Class<? super T> type;
        private final T initial;
        private final AtomicReference<T> value;

        private Field(String name, Class<? super T> type, T initial) {
            this.name = name;
            this.type = type;
            this.initial = initial;
            this.value = new AtomicReference<>(initial);
        }

        public T value() {
            return value.get();
        }

        public void set(T next) {
            value.set(next);
        }

        /// Changes the value atomically; the function may be called more than once if other threads change the value at the same time.
        public T update(UnaryOperator<T> change) {
            return value.updateAndGet(change);
        }

        private void reset() {
            value.set(initial);
        }

        @SuppressWarnings("unchecked")
        private void put(Object next) {
            if (next != null && !type.isInstance(next)) {
                throw new ClassCastException(
                        "'" + name + "' in the context holds a " + type.getName() + ", not a " + next.getClass().getName());
            }
            value.set(next == null ? initial : (T) next);
        }
    }
}
