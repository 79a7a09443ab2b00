package dev.troupe.parallel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A hint for the user if a package is a project directory instead of its classes.
final class SourceHint {
    private static final int DEEP = 12;

    private SourceHint() {}

    /// Where in the directory the class really is, or that there are only sources; empty if there is no hint.
    static String of(CodePackage code, String className) {
        Path root = code.location();
        if (!Files.isDirectory(root)) {
            return "";
        }
        String file = className.replace('.', '/') + ".class";
        if (!className.isEmpty()) {
            Optional<Path> below = find(root, path -> path.endsWith(Path.of(file)));
            if (below.isPresent()) {
                Path base = below.get();
                for (int i = Path.of(file).getNameCount(); i > 0; i--) {
                    base = base.getParent();
                }
                return "; it is in " + base + ": give that as the package";
            }
        }
        return find(root, path -> path.toString().endsWith(".java"))
                .map(source -> "; there are sources (" + root.relativize(source)
                        + "): compile them first, and give the directory of the classes")
                .orElse("");
    }

    private static Optional<Path> find(Path root, Predicate<Path> wanted) {
        try (Stream<Path> files = Files.walk(root, DEEP)) {
            return files.filter(wanted).findFirst();
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }
}
