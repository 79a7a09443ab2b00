package dev.troupe.runtime;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Converts JSON numbers, booleans, texts and enums to the requested Java type.
final class Scalars {
    private static final Map<Class<?>, Class<?>> BOXES = Map.of(int.class, Integer.class, long.class, Long.class, double.class,
            Double.class, float.class, Float.class, short.class, Short.class, byte.class, Byte.class, boolean.class, Boolean.class,
            char.class, Character.class);
    private static final Set<Class<?>> KNOWN = Set.of(String.class, CharSequence.class, Number.class, Integer.class, Long.class,
            Double.class, Float.class, Short.class, Byte.class, Boolean.class, Character.class);

    private Scalars() {}

    static boolean isScalar(Class<?> type) {
        return type.isPrimitive() || type.isEnum() || KNOWN.contains(type);
    }

    static Object convert(Object tree, Class<?> asked) {
        Class<?> type = BOXES.getOrDefault(asked, asked);
        if (type.isEnum()) {
            return Stream.of(type.getEnumConstants()).filter(each -> ((Enum<?>) each).name().equals(tree)).findFirst()
                    .orElseThrow(() -> Beans.mismatch(tree, asked));
        }
        if (type == String.class || type == CharSequence.class) {
            if (tree instanceof Map || tree instanceof Iterable) {
                throw Beans.mismatch(tree, asked);
            }
            return tree.toString();
        }
        if (type == Character.class && tree instanceof String text && text.length() == 1) {
            return text.charAt(0);
        }
        if (Number.class.isAssignableFrom(type) && tree instanceof Number number) {
            return number(number, type, asked);
        }
        if (type.isInstance(tree)) {
            return tree;
        }
        throw Beans.mismatch(tree, asked);
    }

    private static Object number(Number number, Class<?> type, Class<?> asked) {
        if (type == Double.class) {
            return number.doubleValue();
        }
        if (type == Float.class) {
            return number.floatValue();
        }
        if (type == Number.class) {
            return number;
        }
        long whole = number.longValue();
        Object result = type == Integer.class ? (Object) (int) whole
                : type == Short.class ? (Object) (short) whole : type == Byte.class ? (Object) (byte) whole : (Object) whole;
        if (((Number) result).longValue() != whole || number.doubleValue() != whole) {
            throw Beans.mismatch(number, asked);
        }
        return result;
    }
}
