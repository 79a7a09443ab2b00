package dev.troupe.values;

import java.io.Externalizable;
import java.util.Optional;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.serializer.FinalFieldReplaceResolveSerializer;
import org.apache.fory.serializer.JavaSerializer;
import org.apache.fory.serializer.ObjectSerializer;
import org.apache.fory.serializer.Serializer;

/// Objects that replace their serialized form (`writeReplace`, `readResolve`).
///
/// With Fory's own serializer, the bytes depend on what was written before: after its first use, such a class gets
/// another type number, which changes the version of every class with a field of this type; and after its first use in a final
/// field, it is written without its class name elsewhere, too, where the reader expects the name. With this serializer the class has
/// one number and one form from the start, and its name is written wherever the name of any other class would be.
///
/// A replacement that does not turn back into the object (gson's `LinkedTreeMap` writes itself as a `LinkedHashMap`) would arrive with another class than
/// was sent, which a field or a typed `get` does not accept. If other code can name the class, it is written field by field instead.
@SuppressWarnings({"rawtypes", "unchecked"})
final class OfReplaced extends Serializer<Object> {
    /// The first byte; Fory's reader knows the first three values.
    private static final byte ITSELF = 0;
    private static final byte ANOTHER_CLASS = 1;
    private static final byte ANOTHER_OBJECT = 2;
    private static final byte FIELDS = 3;
    /// Jackson's nodes replace themselves by JSON text, which has fewer types than they have.
    private static final String LOSSY = "com\\.fasterxml\\.jackson\\.databind\\.node\\..*|tools\\.jackson\\.databind\\.node\\..*";

    private final ClassResolver resolver;
    private final Form form;
    private final Optional<Hook> replace;
    private final Optional<Hook> resolve;
    private final Doubts doubts;
    private boolean doubtful;
    private ObjectSerializer fields;

    /// Must not be registered before `form` exists, because `form` would otherwise use it to write the fields.
    OfReplaced(ClassResolver resolver, Class type, Doubts doubts) {
        super(resolver.getConfig(), type);
        this.resolver = resolver;
        this.doubts = doubts;
        this.doubtful = Doubts.isDoubtful(type);
        this.replace = type.getName().matches(LOSSY) ? Optional.empty() : Hook.writeReplace(type);
        this.resolve = Hook.readResolve(type);
        this.form = Externalizable.class.isAssignableFrom(type) ? external(resolver, type, doubts) : new Form(resolver, type);
    }

    /// Fory's own serializer stays in use for proxies and classes created at run time: they cannot be found by name, and no field has
    /// such a type.
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

    /// The new serializer takes the one that the resolver knows at its creation for the one that writes the object itself.
    private static Form external(ClassResolver resolver, Class type, Doubts doubts) {
        Serializer before = resolver.getSerializer(type, false);
        resolver.setSerializer(type, new OfExternal(resolver, type, doubts));
        try {
            return new Form(resolver, type);
        } finally {
            resolver.resetSerializer(type, before);
        }
    }

    @Override
    public void write(WriteContext out, Object value) {
        doubtful = doubtful && doubts.wrote(type);
        if (value instanceof Bound) {
            doubts.bound();
        } else {
            Unfinished.check(out, value);
        }
        MemoryBuffer buffer = out.getBuffer();
        Object sent = replace.isPresent() ? replace.get().call(value) : value;
        if (sent == value) {
            buffer.writeByte(ITSELF);
            form.writeItself(out, value);
        } else if (sent != null && sent.getClass() == type) {
            buffer.writeByte(ANOTHER_OBJECT);
            if (!out.writeRefOrNull(sent)) {
                out.replaceRef(value, sent);
                form.writeItself(out, sent);
            }
        } else if (sent == null || type.isInstance(sent) || becomesAnother(sent.getClass())) {
            writeAsAnother(out, value, sent);
        } else if (!Named.byOthers(type)) {
            doubts.raise(); // Other packages cannot name the class, but its own package may have fields of this type.
            writeAsAnother(out, value, sent);
        } else {
            buffer.writeByte(FIELDS);
            fields(sent.getClass()).write(out, value);
        }
    }

    private static void writeAsAnother(WriteContext out, Object value, Object sent) {
        out.getBuffer().writeByte(ANOTHER_CLASS);
        if (!out.writeRefOrNull(sent)) {
            out.replaceRef(value, sent);
            int number = value instanceof Bound ? -1 : Unfinished.begin(out, value);
            out.writeNonRef(sent);
            Unfinished.end(out, value, number);
        }
    }

    @Override
    public Object read(ReadContext in) {
        MemoryBuffer buffer = in.getBuffer();
        if (buffer.getByte(buffer.readerIndex()) != FIELDS) {
            return form.read(in);
        }
        buffer.readByte();
        Object value = fields(null).read(in);
        return resolve.isPresent() ? resolve.get().call(value) : value;
    }

    private static boolean becomesAnother(Class<?> sent) {
        return JavaSerializer.getReadResolveMethod(sent) != null;
    }

    private ObjectSerializer fields(Class<?> sent) {
        if (fields == null) {
            if (sent != null && View.hidesState(type)) {
                throw new UnsupportedOperationException("its writeReplace turns it into a " + sent.getName()
                        + ", which has no readResolve to become a " + type.getSimpleName() + " again");
            }
            fields = new ObjectSerializer(resolver, type);
        }
        return fields;
    }

    private static final class Form extends FinalFieldReplaceResolveSerializer {
        Form(ClassResolver resolver, Class type) {
            super(resolver, type);
        }

        void writeItself(WriteContext out, Object value) {
            writeObject(out, value, jdkMethodInfoWriteCache);
        }
    }
}
