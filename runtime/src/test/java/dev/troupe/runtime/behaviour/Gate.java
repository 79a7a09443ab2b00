package dev.troupe.runtime.behaviour;

import static dev.troupe.runtime.behaviour.Eventually.eventually;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A door at which tasks of any process wait, without giving their CPU back as they would in a `get`.
///
/// It is shut while its file exists; whoever comes leaves a byte in it.
record Gate(String file) implements Serializable {
    static Gate shut() {
        try {
            var file = Files.createTempFile("gate", "");
            file.toFile().deleteOnExit();
            return new Gate(file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Waits until the door is open; an interruption ends it.
    <T> T pass(T answer) throws InterruptedException {
        try {
            Files.write(Path.of(file), new byte[1], StandardOpenOption.APPEND);
        } catch (NoSuchFileException e) {
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        while (Files.exists(Path.of(file))) {
            if (Thread.interrupted()) throw new InterruptedException("interrupted at the gate");
            Eventually.breathe();
        }
        return answer;
    }

    void open() {
        try {
            Files.deleteIfExists(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// How many have come since it was shut.
    int arrived() {
        try {
            return (int) Files.size(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitArrivals(int number) {
        eventually(() -> "arrivals at the gate: " + arrived() + " instead of " + number, () -> arrived() >= number);
    }
}
