package dev.troupe.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Optional;

/// Finds out why the output of a command could not be written. Print streams only remember that something failed, so this class writes one more line.
final class StandardOutput {
    private StandardOutput() {}

    /// Empty if the reader of a pipe, such as `head`, has closed it.
    @SuppressWarnings("resource") // standard output stays open
    static Optional<String> failure() {
        try {
            new FileOutputStream(FileDescriptor.out).write('\n');
            return Optional.of("some of it was lost");
        } catch (IOException e) {
            return Optional.ofNullable(e.getMessage()).filter(why -> !why.contains("Broken pipe"));
        }
    }
}
