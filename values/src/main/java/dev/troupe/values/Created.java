package dev.troupe.values;

import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import org.apache.fory.reflect.ObjectInstantiator;
import org.apache.fory.resolver.ClassResolver;

/// Objects of classes that keep their constructor without parameters to themselves. It is run, as for any other class; if it refuses to make
/// another object, as that of a singleton may, the object is made as Java's own serialisation makes it, without one.
final class Created<T> extends ObjectInstantiator<T> {
    private final ObjectInstantiator<T> usual;
    private final ObjectInstantiator<T> without;
    private volatile boolean refuses;

    Created(ClassResolver resolver, Class<T> type) {
        super(type);
        this.usual = resolver.getSharedRegistry().getObjectInstantiator(type);
        this.without = resolver.getSharedRegistry().getObjectStreamInstantiator(type);
    }

    static boolean concerns(Class<?> type) {
        if (!Serializable.class.isAssignableFrom(type) || type.isRecord() || type.getName().startsWith("java.")) {
            return false;
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            return Modifier.isPrivate(constructor.getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    @Override
    public T newInstance() {
        if (!refuses) {
            try {
                return usual.newInstance();
            } catch (RuntimeException e) {
                refuses = true;
            }
        }
        return without.newInstance();
    }

    @Override
    public T newInstanceWithArguments(Object... arguments) {
        return usual.newInstanceWithArguments(arguments);
    }
}
