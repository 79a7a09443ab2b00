package dev.troupe.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Converts beans, records, arrays and collections to the types that `Json` knows, and back: `RuntimeEnv.set` and `get` accept any of them.
///
/// Written by hand, because a program that depends on the runtime must not get a second version of a library that it uses itself: Jackson's three
/// jars (annotations, core, databind) are 2.4 MB and among the most common version conflicts; the 350 lines here do what this API needs.
final class Beans {
    private static final int DEEPEST = 100;

    private Beans() {}

    /// @throws IllegalArgumentException that names a class that has no properties
    static Object toTree(Object value) {
        return toTree(value, 0);
    }

    private static Object toTree(Object value, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("a value of more than " + DEEPEST + " levels; does it contain itself?");
        }
        if (value == null || value instanceof Boolean || value instanceof Number || value instanceof String) {
            return value;
        }
        if (value instanceof Character || value instanceof CharSequence) {
            return value.toString();
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof Optional<?> optional) {
            return toTree(optional.orElse(null), depth + 1);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> tree = new LinkedHashMap<>();
            map.forEach((key, each) -> tree.put(String.valueOf(toTree(key, depth + 1)), toTree(each, depth + 1)));
            return tree;
        }
        if (value instanceof Iterable<?> elements) {
            List<Object> tree = new ArrayList<>();
            elements.forEach(each -> tree.add(toTree(each, depth + 1)));
            return tree;
        }
        if (value.getClass().isArray()) {
            List<Object> tree = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                tree.add(toTree(Array.get(value, i), depth + 1));
            }
            return tree;
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        BeanProperties.of(value.getClass()).read(value).forEach((name, each) -> tree.put(name, toTree(each, depth + 1)));
        return tree;
    }

    /// @throws IllegalArgumentException that says what does not fit where
    static Object fromTree(Object tree, Type type) {
        return switch (type) {
            case Class<?> plain -> fromTree(tree, plain, List.of());
            case ParameterizedType generic ->
                    fromTree(tree, (Class<?>) generic.getRawType(), List.of(generic.getActualTypeArguments()));
            case GenericArrayType array -> fromTree(tree, Array.newInstance(raw(array.getGenericComponentType()), 0).getClass());
            case WildcardType wildcard -> fromTree(tree, wildcard.getUpperBounds()[0]);
            default -> fromTree(tree, Object.class);
        };
    }

    private static Object fromTree(Object tree, Class<?> type, List<Type> arguments) {
        if (tree == null) {
            if (type.isPrimitive()) {
                throw mismatch(null, type);
            }
            return null;
        }
        if (Scalars.isScalar(type)) {
            return Scalars.convert(tree, type);
        }
        if (type == Optional.class) {
            return Optional.ofNullable(fromTree(tree, argument(arguments, 0)));
        }
        if (tree instanceof List<?> list) {
            return fromList(list, type, arguments);
        }
        if (tree instanceof Map<?, ?> map) {
            return fromMap(map, type, arguments);
        }
        if (type == Object.class) {
            return tree instanceof Long number && number == number.intValue() ? (Object) number.intValue() : tree;
        }
        throw mismatch(tree, type);
    }

    private static Object fromList(List<?> list, Class<?> type, List<Type> arguments) {
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), list.size());
            for (int i = 0; i < list.size(); i++) {
                Array.set(array, i, fromTree(list.get(i), type.getComponentType()));
            }
            return array;
        }
        Collection<Object> elements;
        if (type.isAssignableFrom(ArrayList.class)) {
            elements = new ArrayList<>();
        } else if (type.isAssignableFrom(LinkedHashSet.class) && Set.class.isAssignableFrom(type)) {
            elements = new LinkedHashSet<>();
        } else {
            throw mismatch(list, type);
        }
        list.forEach(each -> elements.add(fromTree(each, argument(arguments, 0))));
        return elements;
    }

    private static Object fromMap(Map<?, ?> map, Class<?> type, List<Type> arguments) {
        if (type.isAssignableFrom(LinkedHashMap.class)) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            Type keys = argument(arguments, 0);
            map.forEach((key, each) -> copy.put(fromTree(key, keys), fromTree(each, argument(arguments, 1))));
            return copy;
        }
        try {
            return type.isRecord() ? fromMapToRecord(map, type) : BeanProperties.of(type).make(map);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException("a " + type.getName() + " could not be created: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("a " + type.getName() + " could not be created: it needs a constructor without parameters",
                    e);
        }
    }

    private static Object fromMapToRecord(Map<?, ?> map, Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Constructor<?> constructor = type
                .getDeclaredConstructor(Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return constructor.newInstance(
                Stream.of(components).map(each -> fromTree(map.get(each.getName()), each.getGenericType())).toArray());
    }

    private static Type argument(List<Type> arguments, int index) {
        return arguments.size() > index ? arguments.get(index) : Object.class;
    }

    private static Class<?> raw(Type type) {
        return type instanceof Class<?> plain ? plain
                : type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : Object.class;
    }

    static IllegalArgumentException mismatch(Object tree, Class<?> type) {
        return new IllegalArgumentException(tree + " does not fit a " + type.getTypeName());
    }
}
