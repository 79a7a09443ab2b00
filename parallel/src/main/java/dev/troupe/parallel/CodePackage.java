package dev.troupe.parallel;

import dev.troupe.process.ClassPath;
import dev.troupe.process.FileTree;
import dev.troupe.task.SettingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// User code in a directory, a jar or a zip.
///
/// @param location the path that the user gave
/// @param classPath the places of its classes
/// @param mainClass the main class in its manifest
record CodePackage(Path location, List<Path> classPath, Optional<String> mainClass) {
    static CodePackage open(Path location, JobDirectory job) {
        if (location.toString().isEmpty()) {
            throw new SettingException(
                    "the package has an empty name: give a directory, jar or zip with compiled classes, or . for this directory");
        }
        if (Files.isDirectory(location)) {
            return directory(location, location);
        }
        if (!Files.exists(location)) {
            throw new SettingException(
                    "the package " + location + " does not exist" + (location.isAbsolute() ? "" : " in " + Path.of("").toAbsolutePath())
                            + ": give a directory, jar or zip with compiled classes");
        }
        if (!isZip(location)) {
            throw new SettingException("the package " + location + " is not a directory, jar or zip: give one with compiled classes");
        }
        try {
            return location.toString().endsWith(".jar") ? jar(location)
                    : directory(location, unpacked(location, job.path().resolve("package")));
        } catch (IOException e) {
            throw new SettingException("the package " + location + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static CodePackage directory(Path location, Path root) {
        try {
            return new CodePackage(location, ClassPath.ofDirectory(root).entries(),
                    mainClass(root.resolve("META-INF").resolve("MANIFEST.MF")));
        } catch (IOException e) {
            throw new SettingException("the directory " + root + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static Optional<String> mainClass(Path manifest) {
        if (!Files.exists(manifest)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(manifest)) {
            return Optional.ofNullable(new Manifest(in).getMainAttributes().getValue(Attributes.Name.MAIN_CLASS));
        } catch (IOException e) {
            throw new SettingException("the manifest " + manifest + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static CodePackage jar(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            Optional<String> main = Optional.ofNullable(jar.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS));
            return new CodePackage(file, List.of(file), main);
        }
    }

    private static Path unpacked(Path file, Path into) throws IOException {
        try {
            FileTree.unzip(file, into);
        } catch (FileTree.EntryOutside e) {
            throw new SettingException("the package " + file + " " + e.getMessage(), e);
        }
        return into;
    }

    private static boolean isZip(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(2);
            return start.length == 2 && start[0] == 'P' && start[1] == 'K';
        } catch (IOException e) {
            throw new SettingException("the package " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /// The names of all classes, including nested ones.
    List<String> classNames() {
        return classPath.stream().flatMap(CodePackage::classNames).distinct().toList();
    }

    private static Stream<String> classNames(Path root) {
        try {
            if (Files.isDirectory(root)) {
                try (Stream<Path> files = Files.walk(root)) {
                    return names(files.map(file -> root.relativize(file).toString().replace('\\', '/')).toList());
                }
            }
            try (ZipFile zip = new ZipFile(root.toFile())) {
                return names(zip.stream().map(ZipEntry::getName).toList());
            }
        } catch (IOException e) {
            return Stream.empty(); // used only for suggestions and the search for a main, so an unreadable directory counts as empty
        }
    }

    private static Stream<String> names(List<String> files) {
        return files.stream().filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("-info.class"))
                .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'));
    }
}
