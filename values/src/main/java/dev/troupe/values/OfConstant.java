package dev.troupe.values;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.reflect.ObjectInstantiator;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.serializer.Serializer;

/// Stateless objects that only their own class creates and keeps in constants, such as `JSONObject.NULL` and Kotlin's objects. Only
/// their identity distinguishes them, so the receiver's constant replaces the sender's.
@SuppressWarnings({"rawtypes", "unchecked"})
final class OfConstant extends Serializer<Object> {
    private final Map<String, Object> constants;
    private final ObjectInstantiator<?> make;

    private OfConstant(ClassResolver resolver, Class type, Map<String, Object> constants) {
        super(resolver.getConfig(), type);
        this.constants = constants;
        this.make = resolver.getSharedRegistry().getObjectInstantiator(type);
    }

    /// Null if the class has no such constants.
    static Serializer create(ClassResolver resolver, Class type) {
        if (type.isRecord() || type.isHidden() || type.getName().startsWith("java.") || hasState(type) || canBeMade(type)) {
            return null;
        }
        Map<String, Object> constants = new LinkedHashMap<>();
        addConstants(type, type, constants);
        if (type.getEnclosingClass() != null) {
            addConstants(type.getEnclosingClass(), type, constants);
        }
        return constants.isEmpty() ? null : new OfConstant(resolver, type, constants);
    }

    private static boolean hasState(Class<?> type) {
        for (Class<?> layer = type; layer != null; layer = layer.getSuperclass()) {
            if (Stream.of(layer.getDeclaredFields()).anyMatch(field -> !Modifier.isStatic(field.getModifiers()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean canBeMade(Class<?> type) {
        Constructor<?>[] constructors = type.getDeclaredConstructors();
        return constructors.length == 0 || !Stream.of(constructors)
                .allMatch(constructor -> Modifier.isPrivate(constructor.getModifiers()) || constructor.isSynthetic());
    }

    private static void addConstants(Class<?> holder, Class<?> type, Map<String, Object> constants) {
        for (Field field : holder.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers())
                    && field.getType().isAssignableFrom(type)) {
                try {
                    Object constant = JdkAccess.lookup(holder).unreflectGetter(field).invoke();
                    if (constant != null && constant.getClass() == type) {
                        constants.put(holder.getName() + "." + field.getName(), constant);
                    }
                } catch (Throwable e) {
                    throw new IllegalStateException("the constant " + field + " cannot be read", e);
                }
            }
        }
    }

    @Override
    public void write(WriteContext out, Object value) {
        out.writeString(constants.entrySet().stream().filter(constant -> constant.getValue() == value).map(Map.Entry::getKey)
                .findFirst().orElse(""));
    }

    @Override
    public Object read(ReadContext in) {
        Copies.settleReference(in);
        String name = in.readString();
        Object constant = constants.get(name);
        if (constant == null && !name.isEmpty()) {
            throw new ValueException("the constant " + name + " of a received object is not known here");
        }
        return constant == null ? make.newInstance() : constant;
    }
}
