package dev.troupe.packages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

/// What changes when somebody writes to a file. Times of change of the inode are no part of it: another hard link changes those, too.
///
/// @param file the device and the inode
record Stamp(Object file, long bytes, FileTime written) {
    /// File systems round times, the coarsest to two seconds. A file may be written again within that time without a new stamp.
    private static final Duration ROUNDED = Duration.ofSeconds(2);

    static Stamp of(Path file) throws IOException {
        return of(Files.readAttributes(file, BasicFileAttributes.class));
    }

    static Stamp of(BasicFileAttributes attributes) {
        return new Stamp(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime());
    }

    /// Whether a file with this stamp has surely not been written since, when it was read at that time.
    boolean settled(Instant read) {
        return written.toInstant().plus(ROUNDED).isBefore(read);
    }
}
