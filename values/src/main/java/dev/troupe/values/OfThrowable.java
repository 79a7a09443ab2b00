package dev.troupe.values;

import java.lang.invoke.VarHandle;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.ObjectSerializer;
import org.apache.fory.serializer.Serializer;

/// Copies throwables field by field: message, cause, stack trace and the fields of their class arrive unchanged, and no
/// constructor runs. Fory's own serializer calls the constructor with a message of null, which fails if the constructor
/// uses its argument. Throwables without such a constructor lose their stack trace, and those that compute
/// their message (`NoSuchFileException`) repeat it.
@SuppressWarnings({"rawtypes", "unchecked"})
final class OfThrowable extends Serializer<Throwable> {
    private static final VarHandle MESSAGE = message();

    private final ObjectSerializer fields;
    private final boolean saidByTheJvm;

    OfThrowable(TypeResolver resolver, Class type) {
        super(resolver.getConfig(), type);
        // Otherwise the serializer of the fields would replace this one in a field of the same type.
        resolver.setSerializerIfAbsent(type, this);
        this.fields = new ObjectSerializer(resolver, type);
        this.saidByTheJvm = type == NullPointerException.class;
    }

    /// Whether this JDK allows it.
    static boolean possible() {
        return MESSAGE != null;
    }

    @Override
    public void write(WriteContext out, Throwable value) {
        var _ = value.getStackTrace(); // the JVM fills it in only on request
        fields.write(out, value);
        if (saidByTheJvm) {
            out.writeRef(value.getMessage());
        }
    }

    @Override
    public Throwable read(ReadContext in) {
        Throwable value = (Throwable) fields.read(in);
        if (saidByTheJvm) {
            MESSAGE.set(value, (String) in.readRef());
        }
        return value;
    }

    private static VarHandle message() {
        try {
            return JdkAccess.lookup(Throwable.class).findVarHandle(Throwable.class, "detailMessage", String.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }
}
