package dev.troupe.process;

import java.io.File;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The places of the modules of a program that was started with `--module-path`. Workers get the same places on their class path.
public final class ModulePath {
    /// The property in which a JVM keeps it.
    public static final String PROPERTY = "jdk.module.path";

    private ModulePath() {}

    /// The jar or directory of each module.
    ///
    /// @param text as in `--module-path`: modules, and directories of modules
    public static List<Path> places(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        Path[] entries = Arrays.stream(text.split(File.pathSeparator)).filter(entry -> !entry.isEmpty()).map(Path::of).toArray(Path[]::new);
        return ModuleFinder.of(entries).findAll().stream().sorted(Comparator.comparing(module -> module.descriptor().name()))
                .map(ModuleReference::location).flatMap(Optional::stream).map(Path::of).toList();
    }
}
