package dev.troupe.parallel;

import dev.troupe.functions.LambdaForm;
import dev.troupe.task.Main;
import dev.troupe.task.SettingException;
import dev.troupe.task.Work;
import dev.troupe.values.Values;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.function.Consumer;

/// Encodes a [Main] or a [Work] in the launcher and restores it in a worker.
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
        return LambdaForm.of(main).map(lambda -> entry(lambda, loader))
                .orElseGet(() -> new Entry.Instance(type.getName(), encode(main, loader, "the main " + type.getName())));
    }

    private static Entry entry(LambdaForm lambda, ClassLoader loader) {
        byte[] captured = lambda.captured().length == 0 ? NOTHING
                : encode(lambda.captured(), loader, "the value captured by the lambda in " + lambda.names().getFirst().replace('/', '.'));
        return new Entry.Lambda(lambda.names(), lambda.kind(), captured);
    }

    private static byte[] encode(Object value, ClassLoader loader, String what) {
        try {
            return Values.with(loader).encode(value);
        } catch (RuntimeException e) {
            throw new SettingException(what + " cannot be sent to other processes: " + e.getMessage()
                    + "; use a static method, or create the value in the worker", e);
        }
    }

    /// The reverse, with the classes of this process.
    ///
    /// @param results where the result of a [Work] goes
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

    private static Object lambda(Entry.Lambda lambda, ClassLoader loader) {
        Object[] captured = lambda.captured().length == 0 ? new Object[0] : (Object[]) Values.with(loader).decode(lambda.captured());
        return new LambdaForm(lambda.parts(), lambda.kind(), captured).restore(loader);
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
