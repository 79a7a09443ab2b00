package dev.troupe.values;

import java.io.Externalizable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.fory.reflect.ObjectInstantiator;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.resolver.SharedRegistry;

/// Decides how the reader creates objects, where Fory would do it differently.
///
/// Fory runs a constructor without parameters. Such a constructor may count objects, register them or throw, and it has already run when the original was
/// created. As in Java's own serialization it does not run again: only the constructor of the JDK class that the object's class extends runs. In addition, Fory mistakes
/// the last component of a record that is declared as `T...` for one of its elements.
final class Instances {
    private static final VarHandle KNOWN = ForyAccess.field(SharedRegistry.class, "objectInstantiatorCache", ConcurrentHashMap.class);

    private Instances() {}

    /// Tells Fory how to create objects of this class. Must be called before the first of them is read.
    static void prepare(ClassResolver resolver, Class<?> type) {
        if (type.isRecord()) {
            Constructor<?> canonical = canonical(type);
            if (canonical.isVarArgs()) {
                known(resolver).computeIfAbsent(type, _ -> new OfComponents<>(type, canonical));
            }
        } else if (areMadeByTheirConstructor(type)) {
            known(resolver).computeIfAbsent(type, _ -> new OfFields<>(type));
        }
    }

    /// Whether Fory would run a constructor of this class. Classes that write themselves rely on it.
    static boolean areMadeByTheirConstructor(Class<?> type) {
        return !JdkAccess.owns(type) && !Modifier.isAbstract(type.getModifiers()) && !type.isRecord() && !type.isHidden()
                && !Externalizable.class.isAssignableFrom(type)
                && Stream.of(type.getDeclaredConstructors()).anyMatch(constructor -> constructor.getParameterCount() == 0);
    }

    private static Constructor<?> canonical(Class<?> type) {
        try {
            return type.getDeclaredConstructor(
                    Stream.of(type.getRecordComponents()).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static ConcurrentHashMap<Class<?>, ObjectInstantiator<?>> known(ClassResolver resolver) {
        return (ConcurrentHashMap<Class<?>, ObjectInstantiator<?>>) KNOWN.get(resolver.getSharedRegistry());
    }

    private static final class OfFields<T> extends ObjectInstantiator<T> {
        private final Constructor<T> make;

        OfFields(Class<T> type) {
            super(type);
            Class<?> base = type.getSuperclass();
            while (!JdkAccess.owns(base)) {
                base = base.getSuperclass();
            }
            this.make = JdkAccess.constructor(type, constructor(base));
        }

        private static Constructor<?> constructor(Class<?> base) {
            try {
                return base.getDeclaredConstructor();
            } catch (NoSuchMethodException e) {
                return constructor(Object.class);
            }
        }

        @Override
        public T newInstance() {
            try {
                return make.newInstance();
            } catch (InvocationTargetException e) {
                throw new IllegalStateException(e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public T newInstanceWithArguments(Object... arguments) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class OfComponents<T> extends ObjectInstantiator<T> {
        private final MethodHandle make;

        OfComponents(Class<T> type, Constructor<?> canonical) {
            super(type);
            try {
                this.make = JdkAccess.lookup(type).unreflectConstructor(canonical).asFixedArity()
                        .asSpreader(Object[].class, canonical.getParameterCount())
                        .asType(MethodType.methodType(Object.class, Object[].class));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public T newInstance() {
            throw new UnsupportedOperationException();
        }

        @Override
        public T newInstanceWithArguments(Object... arguments) {
            try {
                return type.cast((Object) make.invokeExact(arguments));
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
