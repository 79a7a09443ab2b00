package dev.troupe.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/// The listeners of a task by event name. Readers see a snapshot of each event's listeners; changes replace it.
final class Handlers {
    private static final List<Handler> NONE = List.of();
    private final Map<String, List<Handler>> byEvent = new ConcurrentHashMap<>();

    List<Handler> of(String event) {
        return byEvent.getOrDefault(event, NONE);
    }

    boolean any(String event) {
        return byEvent.containsKey(event);
    }

    Set<String> events() {
        return Set.copyOf(byEvent.keySet());
    }

    void add(Handler handler) {
        byEvent.merge(handler.event(), List.of(handler), (before, one) -> {
            List<Handler> more = new ArrayList<>(before);
            more.addAll(one);
            return List.copyOf(more);
        });
    }

    void remove(Handler handler) {
        keep(handler.event(), other -> other != handler);
    }

    /// Removes the matching listeners and returns the events that have no listener left.
    List<String> removeIf(Predicate<Handler> condition) {
        List<String> silent = new ArrayList<>();
        for (String event : byEvent.keySet()) {
            keep(event, condition.negate());
            if (!any(event)) {
                silent.add(event);
            }
        }
        return silent;
    }

    private void keep(String event, Predicate<Handler> condition) {
        byEvent.computeIfPresent(event, (name, before) -> {
            before.stream().filter(condition.negate()).forEach(gone -> gone.removed().set(true));
            List<Handler> kept = before.stream().filter(condition).toList();
            return kept.isEmpty() ? null : kept;
        });
    }

    /// A registered listener: the function to call, its parameters, and where in the user's code it was registered.
    record Handler(String event, Listener listener, Shape shape, boolean once, boolean permanent, String place,
            AtomicBoolean removed) {
        private static final StackWalker STACK = StackWalker.getInstance();
        private static final String OWN_PACKAGE = Handler.class.getPackageName();

        static Handler of(String event, Listener listener, boolean once) {
            return new Handler(event, listener, Shape.of(listener), once, false, callSite(), new AtomicBoolean());
        }

        /// A handler that `off` does not remove.
        static Handler permanent(String event, Listener listener) {
            return new Handler(event, listener, Shape.of(listener), false, true, "the task itself", new AtomicBoolean());
        }

        /// The first line of the user's code on the stack, as `Hello.java:12`.
        private static String callSite() {
            return STACK.walk(frames -> frames.filter(f -> !ours(f.getClassName())).findFirst())
                    .map(f -> f.getFileName() + ":" + f.getLineNumber()).orElse("an unknown place");
        }

        private static boolean ours(String className) {
            return className.startsWith(OWN_PACKAGE + ".") && !className.endsWith("Test") && !className.contains("Test$");
        }
    }
}
