package dev.troupe.values;

import java.io.Externalizable;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.fory.resolver.ClassResolver;

/// What one engine has met in a value for the first time and cannot vouch for: classes that have a say in how they travel, and others'
/// collections. The value is read back once, so that what cannot be read is refused where it is given.
final class Doubts {
    private final Set<Class<?>> proven;
    private final Set<Class<?>> raised = new HashSet<>();
    private final Set<Class<?>> everRaised = new HashSet<>();
    private boolean raisedByValue;
    private boolean bound;

    /// `proven` is shared by all engines of a pool.
    Doubts(Set<Class<?>> proven) {
        this.proven = proven;
    }

    /// A serialiser for this class is being made.
    void met(Class<?> type) {
        if (isDoubtful(type) && !proven.contains(type)) {
            raised.add(type);
            everRaised.add(type);
        }
    }

    /// This value must be read back, whatever was proven of its classes.
    void raise() {
        raisedByValue = true;
    }

    void bound() {
        bound = true;
    }

    boolean any() {
        return (raisedByValue || !raised.isEmpty()) && !bound;
    }

    Set<Class<?>> classes() {
        return Set.copyOf(raised);
    }

    /// Whether the engine would not raise a doubt about one of these any more, for it has met it.
    boolean hasMetAnyOf(Set<Class<?>> types) {
        return !types.isEmpty() && !Collections.disjoint(everRaised, types);
    }

    /// The next value begins.
    void forget() {
        if (!raised.isEmpty()) {
            raised.clear();
        }
        raisedByValue = false;
        bound = false;
    }

    private static boolean isDoubtful(Class<?> type) {
        if (type.isArray() || type.isPrimitive() || type.isEnum() || type.isHidden() || isOfTheJdk(type)
                || Throwable.class.isAssignableFrom(type) || Bound.class.isAssignableFrom(type)) {
            return false;
        }
        return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)
                || Externalizable.class.isAssignableFrom(type) || ClassResolver.useReplaceResolveSerializer(type)
                || ClassResolver.requireJavaSerialization(type) || Created.concerns(type);
    }

    private static boolean isOfTheJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }
}
