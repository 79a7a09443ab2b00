package dev.troupe.values;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Proves that a value can be read back unchanged, by reading its serialized form.
final class Proof {
    /// Larger values are not checked: reading them would take too long.
    static final int LARGEST = 16 << 20;

    private final Object value;
    private final Set<Class<?>> doubtful;
    private final UnaryOperator<Object> copy;

    /// `copy` writes and reads.
    Proof(Object value, Set<Class<?>> doubtful, UnaryOperator<Object> copy) {
        this.value = value;
        this.doubtful = doubtful;
        this.copy = copy;
    }

    /// @throws ValueException if the value cannot be read back
    void check() {
        Map<Class<?>, Object> examples = examples();
        Map<Class<?>, String> failures = new HashMap<>();
        examples.forEach((type, example) -> {
            String failure = failure(example);
            if (failure != null) {
                failures.put(type, failure);
            }
        });
        String whole = failures.isEmpty() && examples.get(value.getClass()) != value ? failure(value) : null;
        if (whole != null) {
            failures.put(value.getClass(), whole);
        }
        if (!failures.isEmpty()) {
            throw refusal(failures);
        }
    }

    private ValueException refusal(Map<Class<?>, String> failures) {
        return Culprit.in(value, type -> {
            if (failures.containsKey(type)) {
                throw new IllegalArgumentException();
            }
        }).map(found -> Refusal.unread(found, failures.entrySet().stream()
                .filter(failure -> failure.getKey().getName().equals(found.type())).findFirst().orElseThrow().getValue()))
                .orElseGet(() -> Refusal.unread(new Culprit.Found(value.getClass().getName(), "", false),
                        failures.values().iterator().next()));
    }

    /// The first object of each doubtful class.
    private Map<Class<?>, Object> examples() {
        Map<Class<?>, Object> examples = new LinkedHashMap<>();
        Parts parts = new Parts(value);
        for (Parts.Part part = parts.next(); part != null; part = parts.next()) {
            if (doubtful.contains(part.value().getClass())) {
                examples.putIfAbsent(part.value().getClass(), part.value());
            }
            var _ = parts.couldExpand(part);
        }
        return examples;
    }

    /// Null if there is no problem. Classes that other code cannot name may arrive as another class, as views do.
    private String failure(Object sent) {
        try {
            Object back = copy.apply(sent);
            if (!isWanted(back.getClass(), sent)) {
                return "it would arrive as a " + back.getClass().getName();
            }
            if (size(back) != size(sent)) {
                return "it would arrive with " + size(back) + " of its " + size(sent) + " elements";
            }
            Parts parts = new Parts(back);
            parts.expand(parts.next()); // its content must be readable
            return null;
        } catch (RuntimeException e) {
            return "its serialized form cannot be read or used: " + Refusal.reason(e);
        }
    }

    /// A part may arrive as one of its supertypes if the value accepts it, as in Jackson's `ObjectMapper`.
    private boolean isWanted(Class<?> back, Object sent) {
        return back == sent.getClass() || !Named.byOthers(sent.getClass()) || (sent != value && back.isInstance(sent));
    }

    private static int size(Object value) {
        return switch (value) {
            case Collection<?> collection -> collection.size();
            case Map<?, ?> map -> map.size();
            default -> 0;
        };
    }
}
