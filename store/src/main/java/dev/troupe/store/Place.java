package dev.troupe.store;

import java.nio.file.Path;
import java.util.Optional;

/// Where the bytes of an object are: in the store's memory, or in a file of the spill directory if there is no memory for them.
/// A place is valid until the object is sealed (for its writer) or unpinned (for a reader).
///
/// @param id of the object in the store
/// @param offset first byte, in the store's memory or in `diskFile`
/// @param bytes number of bytes
/// @param diskFile the file that holds the object; empty for the store's memory
public record Place(long id, long offset, long bytes, Optional<Path> diskFile) {
    /// Whether the object is in the store's memory.
    public boolean inMemory() {
        return diskFile.isEmpty();
    }
}
