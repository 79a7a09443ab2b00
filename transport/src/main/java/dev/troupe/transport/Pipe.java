package dev.troupe.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;

/// One direction of an in-memory connection: a bounded buffer between a writer and a reader.
final class Pipe {
    static final int SIZE = 128 << 10;

    private final byte[] bytes = new byte[SIZE];
    private int start;
    private int count;
    private boolean ended;
    private boolean broken;

    /// Called by the reader; returns -1 when the other side has closed and everything is read.
    synchronized int read(ByteBuffer into) throws IOException {
        while (count == 0 && !ended) {
            pause();
        }
        if (broken) {
            throw new AsynchronousCloseException();
        }
        if (count == 0) {
            return -1;
        }
        int n = Math.min(Math.min(count, into.remaining()), SIZE - start);
        into.put(bytes, start, n);
        start = (start + n) % SIZE;
        count -= n;
        notifyAll();
        return n;
    }

    synchronized void write(ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            while (count == SIZE && !ended) {
                pause();
            }
            if (ended) {
                throw new IOException("Broken pipe");
            }
            int end = (start + count) % SIZE;
            int n = Math.min(Math.min(from.remaining(), SIZE - count), SIZE - end);
            from.get(bytes, end, n);
            count += n;
            notifyAll();
        }
    }

    /// The writer closed: bytes in the buffer can still be read.
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /// The reader closed.
    synchronized void sever() {
        ended = true;
        broken = true;
        notifyAll();
    }

    @SuppressWarnings("WaitNotInLoop") // the callers loop
    private void pause() throws IOException {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
