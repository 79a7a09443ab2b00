package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The first command of the README, in a checkout in which nothing was built yet.
@Timeout(900)
final class FreshCheckoutTest {
    /// What builds and tools leave in a checkout.
    private static final Set<String> NOT_SOURCES = Set.of("target", ".git", ".idea");

    @TempDir
    Path temporary;

    @Test
    void theFirstCommandBuildsWhatItNeeds() throws Exception {
        var checkout = temporary.resolve("troupe");
        copySources(Shell.ROOT, checkout);
        var result = Shell.in(checkout).with("TROUPE_AOT", "off").with("TROUPE_BUILD", "").within(Duration.ofMinutes(10)).run(
                checkout.resolve("bin/ditask"),
                "--version");
        assertEquals(0, result.exitCode(), result.err() + buildLog(checkout));
        assertTrue(result.out().startsWith("troupe "), result.out());
    }

    private static String buildLog(Path checkout) throws IOException {
        var log = checkout.resolve("target/build.log");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    private static void copySources(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
                if (NOT_SOURCES.contains(directory.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(from.relativize(directory)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
