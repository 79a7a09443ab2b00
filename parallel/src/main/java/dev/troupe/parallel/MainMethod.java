package dev.troupe.parallel;

import static java.util.stream.Collectors.joining;

import dev.troupe.task.SettingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the method with which a package is started. Classes are loaded but not initialized: no user code runs.
final class MainMethod implements AutoCloseable {
    private static final int SHOWN = 5;

    private final CodePackage code;
    private final URLClassLoader loader;

    private MainMethod(CodePackage code) {
        this.code = code;
        this.loader = new URLClassLoader(code.classPath().stream().map(MainMethod::url).toArray(URL[]::new),
                MainMethod.class.getClassLoader());
    }

    /// @throws SettingException that says what is missing, and what exists instead
    static Entry.Method find(CodePackage code, Optional<String> main, List<String> arguments) {
        try (MainMethod search = new MainMethod(code)) {
            Method method = main.isPresent() ? search.named(main.get()) : search.usual();
            boolean takes = method.getParameterCount() == 1;
            if (!takes && !arguments.isEmpty()) {
                throw new SettingException(show(method) + " takes no arguments, but these were given: " + arguments);
            }
            return new Entry.Method(method.getDeclaringClass().getName(), method.getName(), takes, arguments);
        } catch (LinkageError e) {
            throw new SettingException("the package " + code.location() + " is not complete: " + e
                    + "; put the jar with that class into its lib directory", e);
        }
    }

    private Method named(String main) {
        int dot = main.lastIndexOf('.');
        if (dot <= 0 || dot == main.length() - 1) {
            throw new SettingException("main '" + main + "' is not a class and a method: write it like my.module.Main.play");
        }
        String className = main.substring(0, dot);
        Class<?> type = load(className).orElseThrow(() -> noClass(main, className));
        return method(type, main.substring(dot + 1));
    }

    private Method usual() {
        if (code.mainClass().isPresent()) {
            String name = code.mainClass().get();
            return method(
                    load(name).orElseThrow(() -> new SettingException("the manifest of " + code.location() + " names the main class " + name
                            + ", which it does not contain: give class and method as main")),
                    "main");
        }
        List<Class<?>> found = code.classNames().stream().flatMap(name -> loaded(name).stream())
                .filter(type -> type != Worker.class)
                .filter(type -> Stream.of(type.getDeclaredMethods()).anyMatch(m -> m.getName().equals("main") && fits(m)))
                .collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
        if (found.size() != 1) {
            String what = found.isEmpty() ? "has no class with a main"
                    : "has several classes with a main: " + found.stream().map(Class::getName).sorted().limit(SHOWN).collect(joining(", "))
                            + (found.size() > SHOWN ? ", …" : "");
            throw new SettingException(
                    "the package " + code.location() + " " + what + "; give class and method as main, e.g. my.module.Main.play"
                            + (found.isEmpty() ? SourceHint.of(code, "") : ""));
        }
        return method(found.getFirst(), "main");
    }

    private Method method(Class<?> type, String name) {
        List<Method> candidates = new ArrayList<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            candidates.addAll(Arrays.asList(c.getDeclaredMethods()));
        }
        List<Method> named = candidates.stream().filter(method -> method.getName().equals(name)).toList();
        Comparator<Method> withArgumentsFirst = Comparator.comparingInt(method -> -method.getParameterCount());
        return named.stream().filter(MainMethod::fits).min(withArgumentsFirst).orElseThrow(() -> {
            if (named.isEmpty()) {
                String others = candidates.stream().filter(method -> fits(method) && !method.isSynthetic()).map(Method::getName).distinct()
                        .sorted().limit(8)
                        .collect(joining(", "));
                return new SettingException("class " + type.getName() + " has no method " + name + ": "
                        + (others.isEmpty() ? "a main method must be static and take no parameters or String[]"
                                : "it can be started with " + others));
            }
            Method wrong = named.getFirst();
            return new SettingException(
                    show(wrong) + (Modifier.isStatic(wrong.getModifiers())
                            ? " has other parameters: a main method takes no parameters or String[]"
                            : " is not static: make it static"));
        });
    }

    private static boolean fits(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        return Modifier.isStatic(method.getModifiers())
                && (parameters.length == 0 || (parameters.length == 1 && parameters[0] == String[].class));
    }

    private static String show(Method method) {
        return "the method " + method.getDeclaringClass().getName() + "." + method.getName()
                + Stream.of(method.getParameterTypes()).map(Class::getSimpleName).collect(joining(", ", "(", ")"));
    }

    /// Finds a class by its name in the source, where dots precede nested classes.
    private Optional<Class<?>> load(String name) {
        for (String binary = name;;) {
            Optional<Class<?>> type = loaded(binary);
            int dot = binary.lastIndexOf('.');
            if (type.isPresent() || dot < 0) {
                return type;
            }
            binary = binary.substring(0, dot) + "$" + binary.substring(dot + 1);
        }
    }

    private Optional<Class<?>> loaded(String binaryName) {
        try {
            return Optional.of(Class.forName(binaryName, false, loader));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        } catch (NoClassDefFoundError e) {
            // the name has different capitals on a file system that ignores them, or the file is in the wrong directory
            if (e.getMessage() != null && e.getMessage().contains("wrong name")) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private SettingException noClass(String main, String className) {
        String next;
        if (load(main).isPresent()) {
            next = main + " is a class: add its method, e.g. " + main + ".main";
        } else {
            String elsewhere = SourceHint.of(code, className);
            List<String> near = NearNames.of(className, code.classNames());
            next = near.isEmpty() || !elsewhere.isEmpty() ? "give class and method like my.module.Main.play" + elsewhere
                    : "similar names are " + String.join(", ", near);
        }
        return new SettingException("class " + className + " is not in the package " + code.location() + ": " + next);
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new SettingException("the package path " + path + " cannot be used", e);
        }
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
