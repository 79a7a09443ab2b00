package dev.troupe.runtime;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The readable and writable properties of a class: getters, setters, public fields, record components. In the order of the fields.
record BeanProperties(Class<?> type, Map<String, Member> readable, Map<String, Member> writable) {

    static BeanProperties of(Class<?> type) {
        Map<String, Member> readable = new LinkedHashMap<>();
        Map<String, Member> writable = new LinkedHashMap<>();
        Map<String, Method> getters = new TreeMap<>();
        Map<String, Method> setters = new TreeMap<>();
        methods(type).forEach(method -> sort(type, method, getters, setters));
        for (Field field : fields(type)) {
            boolean open = Modifier.isPublic(field.getModifiers());
            add(readable, field, getters.remove(field.getName()), open);
            add(writable, field, setters.remove(field.getName()), open);
        }
        readable.putAll(getters);
        writable.putAll(setters);
        return new BeanProperties(type, readable, writable);
    }

    Map<String, Object> read(Object bean) {
        if (readable.isEmpty()) {
            throw new IllegalArgumentException("a " + type.getName() + " has no properties; give it getters or public fields");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        readable.forEach((name, member) -> {
            try {
                values.put(name, member instanceof Method getter ? getter.invoke(bean) : ((Field) member).get(bean));
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(type.getName() + "." + name + " cannot be read", e);
            }
        });
        return values;
    }

    Object make(Map<?, ?> values) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object bean = constructor.newInstance();
        for (Map.Entry<?, ?> each : values.entrySet()) {
            Member member = writable.get(each.getKey());
            if (member == null) {
                throw new IllegalArgumentException("a " + type.getName() + " has no property '" + each.getKey() + "'; it has "
                        + String.join(", ", writable.keySet()));
            }
            if (member instanceof Method setter) {
                setter.invoke(bean, Beans.fromTree(each.getValue(), setter.getGenericParameterTypes()[0]));
            } else {
                Field field = (Field) member;
                field.set(bean, Beans.fromTree(each.getValue(), field.getGenericType()));
            }
        }
        return bean;
    }

    private static void add(Map<String, Member> properties, Field field, Method method, boolean open) {
        if (method != null) {
            properties.put(field.getName(), method);
        } else if (open) {
            properties.put(field.getName(), field);
        }
    }

    private static void sort(Class<?> type, Method method, Map<String, Method> getters, Map<String, Method> setters) {
        String name = method.getName();
        boolean takesNothing = method.getParameterCount() == 0 && method.getReturnType() != void.class;
        if (takesNothing && type.isRecord() && Stream.of(type.getRecordComponents()).anyMatch(each -> each.getName().equals(name))) {
            getters.put(name, method);
        } else if (takesNothing && name.length() > 3 && name.startsWith("get")) {
            getters.put(property(name.substring(3)), method);
        } else if (takesNothing && name.length() > 2 && name.startsWith("is") && method.getReturnType() == boolean.class) {
            getters.put(property(name.substring(2)), method);
        } else if (method.getParameterCount() == 1 && name.length() > 3 && name.startsWith("set")) {
            setters.put(property(name.substring(3)), method);
        }
    }

    private static String property(String name) {
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private static Stream<Method> methods(Class<?> type) {
        return Stream.of(type.getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class && !Modifier.isStatic(method.getModifiers())
                        && !method.isBridge() && open(method))
                .sorted(Comparator.comparing(Method::getName));
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            fields.addAll(0, Stream.of(each.getDeclaredFields())
                    .filter(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0 && !field.isSynthetic()
                            && open(field))
                    .toList());
        }
        return fields;
    }

    private static boolean open(AccessibleObject member) {
        try {
            member.setAccessible(true);
            return true;
        } catch (InaccessibleObjectException e) {
            return false;
        }
    }
}
