package dev.troupe.store;

import java.nio.file.Path;
import java.util.Optional;

/// Where the bytes of an object lie: in the store's memory, or in a file of the spill directory when there is no memory for them.
/// A place holds until the object is sealed (for its writer) or unpinned (for a reader).
///
/// @param id what the store calls the object
/// @param offset first byte, in the store's memory or in `diskFile`
/// @param bytes how many
/// @param diskFile the file that holds it; empty = the store's memory
public record Place(long id, long offset, long bytes, Optional<Path> diskFile) {
    /// Whether it lies in the store's memory.
    public boolean inMemory() {
        return diskFile.isEmpty();
    }
}
