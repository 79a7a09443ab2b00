package dev.troupe.values;

import java.io.Externalizable;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.fory.resolver.ClassResolver;

/// What one engine cannot vouch for in a value: classes that have a say in how they travel, and others' collections. The value is read back
/// once, so that what cannot be read is refused where it is given.
///
/// Our own serialisers of such classes raise the doubt when they write an object, until the class is proven. Where the serialiser is Fory's,
/// it is raised when that is made, even if the value has no object of the class yet.
final class Doubts {
    private final Set<Class<?>> proven;
    private final Set<Class<?>> raised = new HashSet<>();
    private final Set<Class<?>> written = new HashSet<>();
    private final Set<Class<?>> everRaised = new HashSet<>();
    private Class<?> lastWritten;
    private boolean raisedByValue;
    private boolean bound;

    /// `proven` is shared by all engines of a pool.
    Doubts(Set<Class<?>> proven) {
        this.proven = proven;
    }

    /// A serialiser of Fory's for this class is being made.
    void met(Class<?> type) {
        if (isDoubtful(type) && !proven.contains(type)) {
            raised.add(type);
            everRaised.add(type);
        }
    }

    /// An object of this class is being written.
    ///
    /// @return whether the next one is to be told as well
    boolean wrote(Class<?> type) {
        if (type == lastWritten) {
            return true;
        }
        if (proven.contains(type)) {
            return false;
        }
        raised.add(type);
        written.add(type);
        lastWritten = type;
        return true;
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

    /// Those of them of which the value holds an object for sure, also where nobody can look.
    Set<Class<?>> written() {
        return Set.copyOf(written);
    }

    /// Whether the engine would not raise a doubt about one of these any more, for it has met it.
    boolean hasMetAnyOf(Set<Class<?>> types) {
        return !types.isEmpty() && !Collections.disjoint(everRaised, types);
    }

    /// The next value begins.
    void forget() {
        if (!raised.isEmpty()) {
            raised.clear();
            written.clear();
            lastWritten = null;
        }
        raisedByValue = false;
        bound = false;
    }

    static boolean isDoubtful(Class<?> type) {
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
