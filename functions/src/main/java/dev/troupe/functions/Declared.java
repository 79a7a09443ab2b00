package dev.troupe.functions;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/// Finds the method that a name in a class file refers to. Compilers record the class through which a method was called, and that class may have
/// inherited the method.
public final class Declared {
    private Declared() {}

    static Optional<Executable> find(String className, String name, String descriptor, boolean constructor, ClassLoader loader) {
        try {
            Class<?> type = Class.forName(className, false, loader);
            MethodType signature = MethodType.fromMethodDescriptorString(descriptor, loader);
            return constructor ? constructor(type, signature) : method(type, name, signature);
        } catch (ClassNotFoundException | TypeNotPresentException | LinkageError e) {
            return Optional.empty();
        }
    }

    /// For instance methods: the name and the parameters, which an overriding method keeps. For others: also the class.
    public static String signature(Executable member) {
        String parameters = MethodType.methodType(void.class, member.getParameterTypes()).toMethodDescriptorString();
        boolean ofObjects = member instanceof Method && !Modifier.isStatic(member.getModifiers());
        String name = member instanceof Constructor ? "<init>" : member.getName();
        return (ofObjects ? name : member.getDeclaringClass().getName() + "." + name)
                + parameters.substring(0, parameters.length() - 1);
    }

    private static Optional<Executable> constructor(Class<?> type, MethodType signature) {
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            if (Arrays.equals(each.getParameterTypes(), signature.parameterArray())) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    private static Optional<Executable> method(Class<?> type, String name, MethodType signature) {
        Deque<Class<?>> interfaces = new ArrayDeque<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            Method found = in(each, name, signature);
            if (found != null) {
                return Optional.of(found);
            }
            interfaces.addAll(Arrays.asList(each.getInterfaces()));
        }
        while (!interfaces.isEmpty()) {
            Class<?> each = interfaces.remove();
            Method found = in(each, name, signature);
            if (found != null) {
                return Optional.of(found);
            }
            interfaces.addAll(Arrays.asList(each.getInterfaces()));
        }
        return Optional.empty();
    }

    private static Method in(Class<?> type, String name, MethodType signature) {
        for (Method each : type.getDeclaredMethods()) {
            if (each.getName().equals(name) && each.getReturnType() == signature.returnType()
                    && Arrays.equals(each.getParameterTypes(), signature.parameterArray())) {
                return each;
            }
        }
        return null;
    }
}
