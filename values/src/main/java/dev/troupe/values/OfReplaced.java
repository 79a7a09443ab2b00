package dev.troupe.values;

import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.FinalFieldReplaceResolveSerializer;
import org.apache.fory.serializer.Serializer;

/// Objects that travel in another form (`writeReplace`, `readResolve`).
///
/// Fory's own way makes what is written depend on what was written before: once such a class has been met it gets
/// another type number, and with that every class with a field of it another version; and once a final one has been met
/// in a field, it is written without its class name elsewhere too, where the reader expects the name. Here the class has
/// one number and one form from the start, and its name is written wherever the name of any other class would be.
@SuppressWarnings({"rawtypes", "unchecked"})
final class OfReplaced extends Serializer<Object> {
    private final FinalFieldReplaceResolveSerializer form;

    /// Must not make itself known before `form` exists, which would take it for what writes the fields.
    OfReplaced(TypeResolver resolver, Class type) {
        super(resolver.getConfig(), type);
        this.form = new FinalFieldReplaceResolveSerializer(resolver, type);
    }

    /// Fory's own way is left to proxies and classes made at run time: nobody finds them by name, and no field is declared
    /// to be one.
    static boolean may(ClassResolver resolver, Class<?> type) {
        return ClassResolver.useReplaceResolveSerializer(type) && isFoundByName(resolver, type);
    }

    private static boolean isFoundByName(ClassResolver resolver, Class<?> type) {
        try {
            return Class.forName(type.getName(), false, resolver.getClassLoader()) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    @Override
    public void write(WriteContext out, Object value) {
        form.write(out, value);
    }

    @Override
    public Object read(ReadContext in) {
        return form.read(in);
    }
}
