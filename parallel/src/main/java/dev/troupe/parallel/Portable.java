package dev.troupe.parallel;

import dev.troupe.task.Main;
import dev.troupe.task.SettingException;
import dev.troupe.task.Work;
import dev.troupe.values.Values;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Consumer;

/// Takes a [Main] or a [Work] apart in the launcher and puts it together in a worker.
final class Portable {
    private static final byte[] NOTHING = {};

    private Portable() {}

    static Entry takeApart(Serializable main) {
        Class<?> type = main.getClass();
        ClassLoader loader = type.getClassLoader();
        if (loader != null && loader.getClass().getName().startsWith("com.sun.tools.javac.launcher.")) {
            throw new SettingException("the program was compiled in memory by 'java File.java', where other processes cannot find it:"
                    + " compile it with javac and start the class");
        }
        try {
            Method replace = type.getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            if (replace.invoke(main) instanceof SerializedLambda lambda) {
                return entry(lambda, loader);
            }
        } catch (NoSuchMethodException expected) {
            // a class of its own, not a lambda
        } catch (InaccessibleObjectException e) {
            throw new SettingException(
                    "the module of " + type.getName() + " does not let its main be named to other processes: open the package "
                            + type.getPackageName(),
                    e);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
        return new Entry.Instance(type.getName(), encode(main, loader, "the main " + type.getName()));
    }

    private static Entry entry(SerializedLambda lambda, ClassLoader loader) {
        List<String> parts = List.of(lambda.getCapturingClass(), lambda.getFunctionalInterfaceClass(),
                lambda.getFunctionalInterfaceMethodName(),
                lambda.getFunctionalInterfaceMethodSignature(), lambda.getImplClass(), lambda.getImplMethodName(),
                lambda.getImplMethodSignature(),
                lambda.getInstantiatedMethodType());
        Object[] captured = new Object[lambda.getCapturedArgCount()];
        for (int i = 0; i < captured.length; i++) {
            captured[i] = lambda.getCapturedArg(i);
        }
        byte[] bytes = captured.length == 0 ? NOTHING
                : encode(captured, loader, "what the lambda in " + lambda.getCapturingClass().replace('/', '.') + " captures");
        return new Entry.Lambda(parts, lambda.getImplMethodKind(), bytes);
    }

    private static byte[] encode(Object value, ClassLoader loader, String what) {
        try {
            return Values.with(loader).encode(value);
        } catch (RuntimeException e) {
            throw new SettingException(what + " cannot be sent to other processes: " + e.getMessage()
                    + "; use a static method, or make the value in the worker", e);
        }
    }

    /// The reverse, with the classes of this process.
    ///
    /// @param results where that of a [Work] goes
    static Main putTogether(Entry entry, ClassLoader loader, Consumer<Object> results) throws ReflectiveOperationException {
        return switch (entry) {
            case Entry.Instance(String _, byte[] value) -> main(Values.with(loader).decode(value), results);
            case Entry.Lambda lambda -> main(lambda(lambda, loader), results);
            case Entry.Method method -> method(method, loader);
        };
    }

    private static Main main(Object put, Consumer<Object> results) {
        return put instanceof Work<?> work ? () -> results.accept(work.call()) : (Main) put;
    }

    private static Object lambda(Entry.Lambda lambda, ClassLoader loader) throws ReflectiveOperationException {
        List<String> p = lambda.parts();
        Class<?> home = Class.forName(p.getFirst().replace('/', '.'), true, loader);
        Object[] captured = lambda.captured().length == 0 ? new Object[0] : (Object[]) Values.with(loader).decode(lambda.captured());
        SerializedLambda form = new SerializedLambda(home, p.get(1), p.get(2), p.get(3), lambda.kind(), p.get(4), p.get(5), p.get(6),
                p.get(7),
                captured);
        Method maker = home.getDeclaredMethod("$deserializeLambda$", SerializedLambda.class);
        maker.setAccessible(true);
        return maker.invoke(null, form);
    }

    private static Main method(Entry.Method entry, ClassLoader loader) throws ReflectiveOperationException {
        Class<?> home = Class.forName(entry.className(), true, loader);
        Method method = entry.takesArguments() ? home.getDeclaredMethod(entry.name(), String[].class)
                : home.getDeclaredMethod(entry.name());
        method.setAccessible(true);
        Object[] arguments = entry.takesArguments() ? new Object[]{entry.arguments().toArray(String[]::new)} : new Object[0];
        return () -> method.invoke(null, arguments);
    }
}
