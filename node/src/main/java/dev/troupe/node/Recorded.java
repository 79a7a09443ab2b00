package dev.troupe.node;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.locks.LockSupport;

/// Reads a worker's output stream and also writes it to the log.
final class Recorded extends FilterInputStream {
    private final LogFile log;
    private final LogTail.Stream tail;
    private final Pace pace;

    Recorded(InputStream from, LogFile log, LogTail.Stream tail, Pace pace) {
        super(from);
        this.log = log;
        this.tail = tail;
        this.pace = pace;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int count = super.read(into, from, length);
        if (count > 0) {
            log.write(into, from, count);
            tail.take(into, from, count);
            long wait = pace.after(count);
            if (wait > 0) {
                LockSupport.parkNanos(wait);
            }
        }
        return count;
    }
}
