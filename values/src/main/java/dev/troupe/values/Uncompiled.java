package dev.troupe.values;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Fields that Fory's compiled code writes differently than its interpreter: fields whose type is a final
/// collection or map class (the class name is missing) or a final exception class (it takes our serializer for its own). Compiled
/// engines also interpret classes with such fields.
final class Uncompiled {
    private Uncompiled() {}

    static boolean has(Class<?> type) {
        for (Class<?> layer = type; layer != null; layer = layer.getSuperclass()) {
            for (Field field : layer.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && isSuch(field.getGenericType(), new HashSet<>())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isSuch(Type type, Set<Type> seen) {
        return switch (type) {
            case Class<?> plain when plain.isArray() -> isSuch(plain.getComponentType(), seen);
            case Class<?> plain -> Modifier.isFinal(plain.getModifiers())
                    && Stream.of(Collection.class, Map.class, Throwable.class).anyMatch(kind -> kind.isAssignableFrom(plain));
            case GenericArrayType array -> isSuch(array.getGenericComponentType(), seen);
            case ParameterizedType parameterized -> isSuch(parameterized.getRawType(), seen)
                    || anySuch(parameterized.getActualTypeArguments(), seen);
            case WildcardType wildcard -> anySuch(wildcard.getUpperBounds(), seen);
            case TypeVariable<?> variable -> seen.add(variable) && anySuch(variable.getBounds(), seen);
            default -> false;
        };
    }

    private static boolean anySuch(Type[] types, Set<Type> seen) {
        return Stream.of(types).anyMatch(type -> isSuch(type, seen));
    }
}
