package dev.troupe.packages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A package that stays where it is until this is closed, or until this process has ended.
///
/// @param what it is
/// @param file a hard link to the file in the cache. It belongs to this pin alone, so an eviction never takes the file away from its users.
public record PinnedPackage(CodePackage what, Path file) implements AutoCloseable {
    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
