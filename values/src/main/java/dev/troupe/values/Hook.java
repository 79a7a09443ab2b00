package dev.troupe.values;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Optional;
import org.apache.fory.serializer.JavaSerializer;

/// One of the two methods with which an object replaces its serialized form: `writeReplace` and `readResolve`.
final class Hook {
    private final MethodHandle method;

    private Hook(Method method) {
        try {
            this.method = JdkAccess.lookup(method.getDeclaringClass()).unreflect(method)
                    .asType(MethodType.methodType(Object.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK gives no access to " + method, e);
        }
    }

    static Optional<Hook> writeReplace(Class<?> type) {
        return Optional.ofNullable(JavaSerializer.getWriteReplaceMethod(type)).map(Hook::new);
    }

    static Optional<Hook> readResolve(Class<?> type) {
        return Optional.ofNullable(JavaSerializer.getReadResolveMethod(type)).map(Hook::new);
    }

    Object call(Object value) {
        try {
            return method.invokeExact(value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
