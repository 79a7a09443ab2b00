package dev.troupe.values;

import java.io.Externalizable;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.fory.resolver.ClassResolver;

/// What one engine cannot vouch for in a value: classes that have a say in how they travel, and others' collections. The value is read back
/// once, so that what cannot be read is refused where it is given.
///
/// The serialisers of such classes raise the doubt when they write an object, until the class is proven.
final class Doubts {
    private final Set<Class<?>> proven;
    private final Set<Class<?>> raised = new HashSet<>();
    private Class<?> lastWritten;
    private boolean raisedByValue;
    private boolean bound;

    /// `proven` is shared by all engines of a pool.
    Doubts(Set<Class<?>> proven) {
        this.proven = proven;
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

    /// The next value begins.
    void forget() {
        if (!raised.isEmpty()) {
            raised.clear();
            lastWritten = null;
        }
        raisedByValue = false;
        bound = false;
    }

    static boolean isDoubtful(Class<?> type) {
        if (type.isArray() || type.isPrimitive() || type.isEnum() || type.isHidden() || JdkAccess.owns(type)
                || Throwable.class.isAssignableFrom(type) || Bound.class.isAssignableFrom(type)) {
            return false;
        }
        return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)
                || Externalizable.class.isAssignableFrom(type) || ClassResolver.useReplaceResolveSerializer(type)
                || ClassResolver.requireJavaSerialization(type);
    }
}
