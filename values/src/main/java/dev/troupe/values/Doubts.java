package dev.troupe.values;

import java.io.Externalizable;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.fory.resolver.ClassResolver;

/// The classes in a value for which an engine cannot guarantee that they can be read: classes that control their own serialization, and foreign
/// collections. Such a value is read back once, so that a value that cannot be read is rejected by the call that it is passed to.
///
/// The serializers of such classes raise the doubt when they write an object, until the class is proven.
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
    /// @return whether the next object of the class must be reported, too
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

    /// This value must be read back, even if all its classes are proven.
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

    /// Starts the next value.
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
