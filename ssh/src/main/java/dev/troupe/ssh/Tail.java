package dev.troupe.ssh;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Keeps the end of what a host prints, however much that is.
final class Tail extends OutputStream {
    private static final int MOST = 64 * 1024;

    private byte[] kept = new byte[1024];
    private int length;

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

    synchronized String text() {
        int from = Math.max(0, length - MOST);
        return new String(kept, from, length - from, StandardCharsets.UTF_8);
    }
}
