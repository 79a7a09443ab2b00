package dev.troupe.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Copies one stream of a worker to the console, line by line. It shows a line that stays unfinished for a while as far as it has come, and
/// splits a line that is too long. It buffers at most one line and one read; while the console is slow, the worker waits.
public final class LinePump implements Runnable {
    private static final int LONGEST = 64 * 1024;
    private static final int READ = 16 * 1024;
    private static final long SHOW_AFTER_MILLIS = 200;

    private final InputStream from;
    private final Console console;
    private final PrintStream target;
    private final byte[] prefix;
    private final ScheduledExecutorService clock;

    // Guarded by this. Prefixes of all lines but the first are in the buffer already.
    private byte[] buffer = new byte[READ];
    private int length;
    private int lineStart;
    private boolean showPlanned;

    /// Between a stream and one of the streams of a console.
    ///
    /// @param prefix before each line
    /// @param clock for lines that stay unfinished
    public LinePump(String prefix, InputStream from, Console console, PrintStream target, ScheduledExecutorService clock) {
        this.from = from;
        this.console = console;
        this.target = target;
        this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
        this.clock = clock;
    }

    PrintStream target() {
        return target;
    }

    byte[] prefix() {
        return prefix;
    }

    @Override
    public void run() {
        byte[] read = new byte[READ];
        try {
            for (int count = from.read(read); count >= 0; count = from.read(read)) {
                take(read, count);
            }
        } catch (IOException expected) {
            // the process was ended, and its streams with it
        }
        end();
    }

    private synchronized void take(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            if (length > lineStart && length - lineStart >= LONGEST) {
                append((byte) '\n');
                show(true);
            }
            if (lineStart == length && length > 0) {
                for (byte b : prefix) {
                    append(b);
                }
            }
            append(bytes[i]);
            if (bytes[i] == '\n') {
                lineStart = length;
            }
        }
        if (lineStart > 0) {
            showLines();
        }
        if (length > 0 && !showPlanned) {
            showPlanned = true;
            var _ = clock.schedule(this::showUnfinished, SHOW_AFTER_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void append(byte b) {
        if (length == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        buffer[length++] = b;
    }

    /// Shows the finished lines, and keeps the unfinished rest without its prefix at the start of the buffer.
    private void showLines() {
        console.write(this, buffer, lineStart, true);
        int rest = lineStart == length ? lineStart : lineStart + prefix.length;
        System.arraycopy(buffer, rest, buffer, 0, length - rest);
        length -= rest;
        lineStart = 0;
    }

    private synchronized void showUnfinished() {
        showPlanned = false;
        show(false);
    }

    private void show(boolean endsLine) {
        if (length > 0) {
            console.write(this, buffer, length, endsLine);
        }
        length = 0;
        lineStart = 0;
    }

    private synchronized void end() {
        show(false);
        console.finish(this);
    }
}
