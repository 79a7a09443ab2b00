package dev.troupe.runtime.behaviour;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// What the driver's console and log say while this is open.
final class Said implements AutoCloseable {
    private static final Logger ROOT = Logger.getLogger("");

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final PrintStream kept = new PrintStream(text, true, StandardCharsets.UTF_8);
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            kept.println(record.getMessage());
            if (record.getThrown() != null) record.getThrown().printStackTrace(kept);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    Said() {
        System.setOut(kept);
        System.setErr(kept);
        ROOT.addHandler(handler);
    }

    boolean contains(String words) {
        return text().contains(words);
    }

    String text() {
        return text.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        ROOT.removeHandler(handler);
        System.setOut(out);
        System.setErr(err);
    }
}
