package dev.troupe.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Optional;

/// Why what a command printed could not be written. Print streams keep only that something failed, so one more line is tried.
final class StandardOutput {
    private StandardOutput() {}

    /// Empty when the reader of a pipe went away, such as `head`: it has had all it wanted.
    @SuppressWarnings("resource") // it stays open, as it is the process's own
    static Optional<String> failure() {
        try {
            new FileOutputStream(FileDescriptor.out).write('\n');
            return Optional.of("some of it was lost");
        } catch (IOException e) {
            return Optional.ofNullable(e.getMessage()).filter(why -> !why.contains("Broken pipe"));
        }
    }
}
