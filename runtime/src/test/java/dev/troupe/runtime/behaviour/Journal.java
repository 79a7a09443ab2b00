package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// Lines that tasks of any process write and the test reads: what ran, and how often.
record Journal(String file) implements Serializable {
    static Journal empty() {
        try {
            var file = Files.createTempFile("journal", "");
            file.toFile().deleteOnExit();
            return new Journal(file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(String line) {
        try {
            Files.writeString(Path.of(file), line + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> lines() {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitLines(int number) {
        eventually(() -> number + " lines in the journal: " + lines(), () -> lines().size() >= number);
    }
}
