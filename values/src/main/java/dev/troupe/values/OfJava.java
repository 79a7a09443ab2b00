package dev.troupe.values;

import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.JavaSerializer;
import org.apache.fory.serializer.Serializer;

/// Objects whose state only Java's own serialization knows: random number generators, and rare kinds of calendars and time zones.
@SuppressWarnings({"rawtypes", "unchecked"})
final class OfJava extends Serializer<Object> {
    private final JavaSerializer java;

    OfJava(TypeResolver resolver, Class type) {
        super(resolver.getConfig(), type);
        this.java = new JavaSerializer(resolver, type);
    }

    @Override
    public void write(WriteContext out, Object value) {
        java.write(out, value);
    }

    @Override
    public Object read(ReadContext in) {
        Copies.settleReference(in);
        return java.read(in);
    }
}
