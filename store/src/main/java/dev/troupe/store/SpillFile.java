package dev.troupe.store;

import java.nio.file.Path;

/// A file with one large object or several small ones.
final class SpillFile {
    final Path path;
    final long bytes;
    /// How many of its objects are still used. Guarded by the store's lock.
    int wanted;

    SpillFile(Path path, long bytes, int wanted) {
        this.path = path;
        this.bytes = bytes;
        this.wanted = wanted;
    }
}
