package dev.troupe.packages;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/// What must be known about a jar before it can travel.
///
/// @param classPath what its manifest adds to the class path, as `java -jar` understands it; the files may be missing
record JarFacts(PackageId id, List<Path> classPath) {
    /// @throws java.util.zip.ZipException if it is not a jar
    static JarFacts of(Path jar) throws IOException {
        List<Path> classPath;
        try (JarFile file = new JarFile(jar.toFile(), false)) {
            Manifest manifest = file.getManifest();
            String more = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            classPath = more == null ? List.of() : places(jar, more);
        }
        return new JarFacts(PackageId.of(jar), classPath);
    }

    private static List<Path> places(Path jar, String text) {
        List<Path> places = new ArrayList<>();
        for (String entry : text.strip().split("\\s+", -1)) {
            try {
                places.add(Path.of(jar.toUri().resolve(URI.create(entry))).normalize());
            } catch (IllegalArgumentException | FileSystemNotFoundException ignoredByEveryJvm) {
                // not a file: URL
            }
        }
        return List.copyOf(places);
    }
}
