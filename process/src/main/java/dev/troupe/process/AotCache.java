package dev.troupe.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The cache of loaded and linked classes that workers start from: the file named by the system property `troupe.aot`, else
/// `troupe.aot` beside our jars.
public final class AotCache {
    private AotCache() {}

    /// The options that use it, or none if there is no such file. The JVM silently ignores a cache that does not fit.
    public static List<String> options() {
        Path beside = Optional.ofNullable(ClassPath.home(AotCache.class).getParent()).orElse(Path.of("")).resolve("troupe.aot");
        Path cache = Optional.ofNullable(System.getProperty("troupe.aot")).map(Path::of).orElse(beside);
        return Files.isRegularFile(cache) ? List.of("-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off") : List.of();
    }
}
