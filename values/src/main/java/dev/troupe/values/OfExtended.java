package dev.troupe.values;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.serializer.JavaSerializer;
import org.apache.fory.serializer.ObjectSerializer;
import org.apache.fory.serializer.Serializer;

/// A collection or map of a class that extends one of the JDK's. Fory runs the constructor of that class and then its `add` or `put` for each
/// element, so everything that these do in addition (count, change elements, remove the eldest, add elements in an initializer) would happen twice. This serializer
/// lets the JDK alone create the JDK's part, and sets the fields that the class adds.
///
/// A class that adds neither fields nor methods, as `new ArrayList<>() {{ add(1); }}` makes one, arrives as the JDK's.
@SuppressWarnings({"rawtypes", "unchecked"})
final class OfExtended extends Serializer<Object> {
    private final Doubts doubts;
    private final Foundation foundation;
    private final List<ObjectSerializer> layers = new ArrayList<>();
    private boolean doubtful;

    private OfExtended(ClassResolver resolver, Class type, Doubts doubts) {
        super(resolver.getConfig(), type);
        this.doubts = doubts;
        this.doubtful = Doubts.isDoubtful(type);
        Class<?> base = Foundation.base(type);
        this.foundation = new Foundation(base, addsNothing(type) ? base : type);
    }

    /// Whether none of its classes controls its own serialization.
    static boolean may(Class<?> type) {
        Class<?> base = Foundation.base(type);
        if (base == null || type.isHidden() || ClassResolver.useReplaceResolveSerializer(type)) {
            return false;
        }
        for (Class<?> layer = type; layer != base; layer = layer.getSuperclass()) {
            if (JavaSerializer.getReadRefMethod(layer, false) != null || JavaSerializer.getWriteObjectMethod(layer, false) != null) {
                return false;
            }
        }
        return true;
    }

    /// The resolver knows this serializer before the fields are examined, because a field may have the same type.
    static Serializer create(ClassResolver resolver, Class type, Doubts doubts) {
        OfExtended extended = new OfExtended(resolver, type, doubts);
        Serializer known = Delegating.to(extended, resolver, type);
        resolver.setSerializerIfAbsent(type, known);
        for (Class layer = type; !addsNothing(type) && layer != Foundation.base(type); layer = layer.getSuperclass()) {
            extended.layers.add(new ObjectSerializer(resolver, layer, false, null));
        }
        return known;
    }

    private static boolean addsNothing(Class<?> type) {
        return type.isAnonymousClass() && type.getSuperclass() == Foundation.base(type)
                && Stream.of(type.getDeclaredMethods()).allMatch(Method::isSynthetic)
                && Stream.of(type.getDeclaredFields()).allMatch(Field::isSynthetic);
    }

    @Override
    public void write(WriteContext out, Object value) {
        doubtful = doubtful && doubts.wrote(type);
        if (foundation.hasOrder()) {
            out.writeRef(foundation.order(value));
        }
        layers.forEach(layer -> layer.write(out, value));
        out.writeRef(foundation.content(value));
    }

    @Override
    public Object read(ReadContext in) {
        int place = in.hasPreservedRefId() ? in.lastPreservedRefId() : -1;
        Copies.settleReference(in);
        Object value = foundation.make(foundation.hasOrder() ? in.readRef() : null);
        in.setReadRef(place, value);
        layers.forEach(layer -> layer.readAndSetFields(in, value));
        foundation.fill(value, (Object[]) in.readRef());
        return value;
    }
}
