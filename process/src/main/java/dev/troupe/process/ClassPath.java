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

/// Where a JVM finds classes: jars and directories, absolute, each once. Entries that do not exist are ignored, as by any JVM.
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

    /// The class path of this process, followed by its modules if it was started with any.
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

    /// The entries of a directory of user code: itself, `classes/`, its jars and those in `lib/`.
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
    /// A class from an AOT cache reports where its jar was when the cache was made, or nothing if that jar is gone (Java 25). This method
    /// therefore asks the class loader.
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

    /// The same class path with these entries first. A cache of loaded classes fits only if the class path begins like the one that the
    /// cache was made with.
    public ClassPath startingWith(Collection<Path> first) {
        Set<Path> all = new LinkedHashSet<>(new ClassPath(List.copyOf(first)).entries);
        all.addAll(entries);
        return new ClassPath(List.copyOf(all));
    }

    /// The same class path, followed by these entries.
    public ClassPath and(Collection<Path> more) {
        return new ClassPath(Stream.concat(entries.stream(), more.stream()).toList());
    }

    /// As in `-cp`.
    public String text() {
        return String.join(File.pathSeparator, entries.stream().map(Path::toString).toList());
    }
}
