package dev.troupe.runtime;

import dev.troupe.process.ModulePath;
import dev.troupe.runtime.Sources.Found;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The class path of a job's workers: `ray.job.code-search-path`, else the class path and the modules of the driver.
final class CodePath {
    private CodePath() {}

    static List<Path> of(Sources sources) {
        Optional<Found> said = sources.text("ray.job.code-search-path");
        String all = said.isPresent() ? said.get().value() : sources.properties().getOrDefault("java.class.path", "");
        Set<Path> path = new LinkedHashSet<>();
        for (String entry : all.split(File.pathSeparator, -1)) {
            if (entry.isBlank()) {
                continue;
            }
            Path place = Path.of(entry).toAbsolutePath().normalize();
            if (said.isPresent()) {
                path.addAll(expand(place));
            } else if (Files.exists(place)) {
                path.add(place);
            }
        }
        if (said.isEmpty()) {
            path.addAll(ModulePath.places(sources.properties().getOrDefault(ModulePath.PROPERTY, "")));
        }
        return List.copyOf(path);
    }

    /// A directory stands for itself and every jar in it, a file that is not a jar for its directory. Missing entries are omitted.
    private static List<Path> expand(Path place) {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(place)) {
            found.add(place);
            try (Stream<Path> inside = Files.walk(place)) {
                inside.filter(CodePath::isJar).sorted().forEach(found::add);
            } catch (IOException | UncheckedIOException e) {
                throw new IllegalArgumentException("ray.job.code-search-path: " + place + " cannot be searched for jars: " + e, e);
            }
        } else if (isJar(place)) {
            found.add(place);
        } else if (Files.exists(place)) {
            found.add(place.getParent());
        }
        return found;
    }

    private static boolean isJar(Path place) {
        return place.toString().endsWith(".jar") && Files.isRegularFile(place);
    }
}
