package dev.troupe.process;

import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Where a JVM finds classes: jars and directories, absolute, each once. What does not exist is no error, as for any JVM.
///
/// @param entries in the order in which they are searched
public record ClassPath(List<Path> entries) {
    public ClassPath {
        entries = entries.stream().map(entry -> entry.toAbsolutePath().normalize()).distinct().toList();
        entries.stream().filter(entry -> entry.toString().contains(File.pathSeparator)).findFirst().ifPresent(entry -> {
            throw new IllegalArgumentException("the class path entry " + entry + " has a '" + File.pathSeparator
                    + "' in its name, which separates entries: give the file or directory another name");
        });
    }

    /// That of this process, and behind it its modules, if it was started with some.
    public static ClassPath ofThisProcess() {
        List<Path> modules = ModulePath.places(System.getProperty(ModulePath.PROPERTY, ""));
        String text = System.getProperty("java.class.path");
        // A program of modules alone has an empty class path, which does not mean the current directory.
        return text.isEmpty() && !modules.isEmpty() ? new ClassPath(modules) : parse(text).and(modules);
    }

    /// Entries as in `-cp`; an empty one is the current directory.
    public static ClassPath parse(String text) {
        return new ClassPath(Arrays.stream(text.split(File.pathSeparator, -1)).map(Path::of).toList());
    }

    /// What a directory of user code holds: itself, `classes/`, its jars and those in `lib/`.
    public static ClassPath ofDirectory(Path root) throws IOException {
        List<Path> path = new ArrayList<>(List.of(root));
        if (Files.isDirectory(root.resolve("classes"))) {
            path.add(root.resolve("classes"));
        }
        path.addAll(jars(root));
        path.addAll(jars(root.resolve("lib")));
        return new ClassPath(path);
    }

    private static List<Path> jars(Path directory) throws IOException {
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.jar")) {
                files.forEach(jars::add);
            }
        }
        return jars.stream().sorted().toList();
    }

    /// Where the classes of a type come from, e.g. its jar.
    ///
    /// A class out of an AOT cache says where its jar was when the cache was made, or nothing when that is gone (Java 25), so the class
    /// loader is asked.
    public static Path home(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        URL found = type.getResource("/" + file);
        if (found == null) {
            throw new IllegalStateException(type + " does not come from a file");
        }
        try {
            if (found.openConnection() instanceof JarURLConnection jar) {
                return Path.of(jar.getJarFileURL().toURI());
            }
            String place = found.toURI().toString();
            return Path.of(URI.create(place.substring(0, place.length() - file.length())));
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(found.toString(), e);
        }
    }

    /// The same with those first, wherever they were: a cache of loaded classes fits when the class path begins like the one it was
    /// made with.
    public ClassPath startingWith(Collection<Path> first) {
        Set<Path> all = new LinkedHashSet<>(new ClassPath(List.copyOf(first)).entries);
        all.addAll(entries);
        return new ClassPath(List.copyOf(all));
    }

    /// The same and more behind it.
    public ClassPath and(Collection<Path> more) {
        return new ClassPath(Stream.concat(entries.stream(), more.stream()).toList());
    }

    /// As in `-cp`.
    public String text() {
        return String.join(File.pathSeparator, entries.stream().map(Path::toString).toList());
    }
}
