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

/// What the middleware of a step share. At the end of a step only *kept* values survive.
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
/// Threads: every single method may be called from any thread, and [Field#update] is atomic, so middleware of async mode may share a
/// context. Two calls after one another are not atomic together, and objects put into a context are not made thread-safe by that. The task alone calls [#renew].
public class Context {
    private final Map<String, Field<?>> fields = new ConcurrentHashMap<>();
    private final Map<String, Object> values = new ConcurrentHashMap<>();
    private final Set<String> kept = ConcurrentHashMap.newKeySet();
    private final Deque<Deferred> deferred = new ConcurrentLinkedDeque<>();
    private volatile boolean restSkipped;
    private final AtomicLong step = new AtomicLong();

    /// Something to do later that may fail.
    @FunctionalInterface
    public interface Action {
        void run() throws Exception;
    }

    private record Deferred(String by, Action action) {}

    /// How many steps have ended.
    public final long step() {
        return step.get();
    }

    /// Counts on from here, for a program that continues from a checkpoint.
    public final void resumeAt(long step) {
        this.step.set(step);
    }

    /// Does something after all middleware of this step have run, the last deferred first. It is done also when a later
    /// middleware failed; what fails here is then suppressed onto that failure.
    public final void defer(Action action) {
        deferred.addLast(new Deferred(Stage.current(), action));
    }

    /// No further middleware in this step. What was deferred still runs.
    public final void skipRest() {
        restSkipped = true;
    }

    final boolean restSkipped() {
        return restSkipped;
    }

    /// These values survive the end of a step, from now on.
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
    /// @throws ClassCastException when it is of another type
    public final <T> T get(String name, Class<T> type) {
        Object value = get(name);
        if (value != null && !type.isInstance(value)) {
            throw new ClassCastException("'" + name + "' in the context is a " + value.getClass().getName() + ", not a " + type.getName());
        }
        return type.cast(value);
    }

    /// The names of all declared fields and of the values that are there.
    public final Set<String> names() {
        Set<String> names = new TreeSet<>(values.keySet());
        names.addAll(fields.keySet());
        return names;
    }

    /// Ends a step: the step counter goes up, values that are not kept go, fields that are not kept start again.
    /// A context that overrides this calls `super.renew()`.
    public void renew() {
        values.keySet().retainAll(kept);
        fields.values().stream().filter(field -> !kept.contains(field.name)).forEach(Field::reset);
        restSkipped = false;
        step.incrementAndGet();
    }

    /// Declares a field that starts again with `initial` in each step. The initial value should not change.
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

    /// Runs what was deferred, also when the step has failed already.
    ///
    /// @return the first failure, with those that came later suppressed, or null
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

        /// Changes the value atomically; the change may be computed more than once when others change it meanwhile.
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
