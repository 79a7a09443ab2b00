package dev.troupe.values;

import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.temporal.Temporal;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.serializer.CodegenSerializer;
import org.apache.fory.serializer.ObjectSerializer;
import org.apache.fory.serializer.Serializer;
import org.apache.fory.serializer.Serializers;

/// Delegates to another serializer, for objects that can be created only after everything they contain: records, and the JDK's immutable boxes.
@SuppressWarnings({"rawtypes", "unchecked"})
final class OfWhole extends Deferred {
    private static final Set<Class<?>> SIMPLE = Set.of(String.class, Boolean.class, Byte.class, Short.class, Character.class, Integer.class,
            Long.class, Float.class, Double.class, BigInteger.class, BigDecimal.class, UUID.class);

    private OfWhole(ClassResolver resolver, Class type) {
        super(resolver, type);
    }

    static Serializer around(Serializer work, ClassResolver resolver, Class type) {
        OfWhole whole = new OfWhole(resolver, type);
        whole.leaveTo(work);
        return Delegating.to(whole, resolver, type);
    }

    static Serializer ofRecord(ClassResolver resolver, Class type) {
        OfWhole whole = new OfWhole(resolver, type);
        Serializer known = Delegating.to(whole, resolver, type);
        resolver.setSerializerIfAbsent(type, known);
        whole.leaveTo(Serializers.newSerializer(resolver, type,
                Compiled.may(resolver, type) ? CodegenSerializer.loadCodegenSerializer(resolver, type) : ObjectSerializer.class));
        return known;
    }

    /// Whether a record could contain itself. It cannot if all its components have known immutable types.
    static boolean couldHoldItself(Class<?> record) {
        return !isImmutable(record, new HashSet<>());
    }

    private static boolean isImmutable(Class<?> type, Set<Class<?>> seen) {
        if (type.isRecord()) {
            return !seen.add(type)
                    || Stream.of(type.getRecordComponents()).map(RecordComponent::getType).allMatch(each -> isImmutable(each, seen));
        }
        return type.isArray() ? isSimple(type.componentType()) : isSimple(type);
    }

    /// Whether it contains nothing that could contain a record.
    private static boolean isSimple(Class<?> type) {
        return type.isPrimitive() || type.isEnum() || SIMPLE.contains(type)
                || (JdkAccess.owns(type) && Modifier.isFinal(type.getModifiers()) && Temporal.class.isAssignableFrom(type));
    }

    @Override
    public void write(WriteContext out, Object value) {
        int number = Unfinished.begin(out, value);
        super.write(out, value);
        Unfinished.end(out, value, number);
    }
}
