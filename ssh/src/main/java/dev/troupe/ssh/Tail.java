package dev.troupe.ssh;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Keeps the end of what a host prints, however much that is.
final class Tail extends OutputStream {
    private static final int MOST = 64 * 1024;

    private byte[] kept = new byte[1024];
    private int length;
    private boolean closed;

    @Override
    public synchronized void write(int b) {
        write(new byte[]{(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) {
        if (length + count > kept.length) {
            kept = Arrays.copyOf(kept, Math.max(2 * kept.length, length + count));
        }
        System.arraycopy(bytes, from, kept, length, count);
        length += count;
        if (length > 2 * MOST) {
            kept = Arrays.copyOfRange(kept, length - MOST, length);
            length = MOST;
        }
        notifyAll();
    }

    /// Waits until something is printed that the pattern finds. Returns its first group; empty if the output ends without, or the time does.
    synchronized Optional<String> find(Pattern pattern, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            Matcher found = pattern.matcher(text());
            long left = deadline - System.nanoTime();
            if (found.find() && found.end() < text().length()) { // not the first digits of a number
                return Optional.of(found.group(1));
            }
            if (closed || left <= 0) {
                return Optional.empty();
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /// Nothing more will be printed.
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized String text() {
        int from = Math.max(0, length - MOST);
        return new String(kept, from, length - from, StandardCharsets.UTF_8);
    }
}
