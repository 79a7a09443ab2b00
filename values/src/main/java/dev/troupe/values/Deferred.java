package dev.troupe.values;

import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.serializer.Serializer;

/// Delegates to a serializer that is created later. The resolver therefore knows the class while that serializer is created, which may ask for it, for example
/// for a field of the class's own type.
@SuppressWarnings({"rawtypes", "unchecked"})
class Deferred extends Serializer<Object> {
    private Serializer work;

    Deferred(ClassResolver resolver, Class type) {
        super(resolver.getConfig(), type);
    }

    final void leaveTo(Serializer another) {
        work = another;
    }

    @Override
    public void write(WriteContext out, Object value) {
        work.write(out, value);
    }

    @Override
    public final Object read(ReadContext in) {
        return work.read(in);
    }
}
