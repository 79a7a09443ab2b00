package dev.troupe.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Splits printed bytes into lines.
final class LineStream extends OutputStream {
    private final Consumer<String> lines;
    private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();

    LineStream(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public synchronized void write(int b) {
        if (b == '\n') {
            line(unfinished.toString(StandardCharsets.UTF_8));
            unfinished.reset();
        } else {
            unfinished.write(b);
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) {
            write(bytes[i]);
        }
    }

    /// Called for each whole line.
    synchronized void line(String text) {
        lines.accept(text);
    }
}
