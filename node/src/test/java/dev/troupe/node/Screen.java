package dev.troupe.node;

import dev.troupe.process.Console;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A console whose reader can wait for what it expects. Remembers the last million bytes.
final class Screen extends OutputStream {
    private static final int MOST = 1_000_000;

    private final StringBuilder shown = new StringBuilder();
    private long bytes;
    private int longestWrite;

    Console console() {
        PrintStream stream = new PrintStream(this, true, StandardCharsets.UTF_8);
        return new Console(stream, stream);
    }

    @Override
    public void write(int b) {
        write(new byte[]{(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] from, int at, int length) {
        shown.append(new String(from, at, length, StandardCharsets.UTF_8));
        if (shown.length() > MOST) {
            shown.delete(0, shown.length() - MOST);
        }
        bytes += length;
        longestWrite = Math.max(longestWrite, length);
        notifyAll();
    }

    synchronized List<String> lines() {
        return shown.toString().lines().toList();
    }

    synchronized void awaitBytes(long enough) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (bytes < enough) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError(bytes + " bytes came instead of " + enough);
            }
            wait(left);
        }
    }

    synchronized int longestWrite() {
        return longestWrite;
    }

    /// The first line with that text in it, as soon as it is there.
    synchronized String await(String text) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            String all = shown.substring(0, shown.lastIndexOf("\n") + 1);
            for (String line : all.lines().toList()) {
                if (line.contains(text)) {
                    return line;
                }
            }
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("'" + text + "' never came; this did:\n" + shown);
            }
            wait(left);
        }
    }
}
