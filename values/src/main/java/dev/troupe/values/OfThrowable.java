package dev.troupe.values;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.stream.Stream;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.ExceptionSerializers.ExceptionSerializer;
import org.apache.fory.serializer.Serializer;

/// Keeps the stack trace of throwables that have no constructor with just a message. Fory makes those without a
/// constructor, and such an object ignores `setStackTrace`.
@SuppressWarnings({"rawtypes", "unchecked"})
final class OfThrowable extends Serializer<Throwable> {
    private static final VarHandle TRACE = trace();

    private final ExceptionSerializer fory;

    OfThrowable(TypeResolver resolver, Class type) {
        super(resolver.getConfig(), type);
        this.fory = new ExceptionSerializer(resolver, type);
    }

    static boolean needed(Class<?> type) {
        return TRACE != null && Stream.of(type.getDeclaredConstructors())
                .noneMatch(constructor -> List.of(constructor.getParameterTypes()).equals(List.of(String.class)));
    }

    @Override
    public void write(WriteContext out, Throwable value) {
        fory.write(out, value);
        out.writeRef(value.getStackTrace());
    }

    @Override
    public Throwable read(ReadContext in) {
        Throwable value = fory.read(in);
        TRACE.set(value, (StackTraceElement[]) in.readRef());
        return value;
    }

    private static VarHandle trace() {
        try {
            return JdkAccess.lookup(Throwable.class).findVarHandle(Throwable.class, "stackTrace",
                    StackTraceElement[].class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }
}
