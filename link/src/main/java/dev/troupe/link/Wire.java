package dev.troupe.link;

import dev.troupe.transport.Connection;
import java.io.IOException;
import java.nio.ByteBuffer;

/// The writing end of one connection. The thread that sets `writing` under the lock of the [Outbound] owns the staging buffer and may write outside
/// the lock.
final class Wire {
    /// At most this many bytes are written together with the control frames before them.
    static final int SMALL = 8 << 10;
    /// The control frames of one write fit into this many bytes.
    private static final int CONTROL = 512;

    final Connection connection;
    final Thread reader;
    boolean writing;
    /// A write failed.
    volatile boolean broken;
    long lastWrite;
    /// The number of writes that followed each other closely without an answer in between.
    int streak;
    final InFlight inFlight;
    private final ByteBuffer staging;
    private ByteBuffer first;
    private ByteBuffer second;

    Wire(Connection connection, Thread reader) {
        this.connection = connection;
        this.reader = reader;
        this.inFlight = new InFlight(connection == null ? 0 : connection.room());
        this.staging = connection == null ? null : ByteBuffer.allocateDirect(SMALL + CONTROL);
    }

    /// An empty buffer for control frames.
    ByteBuffer control() {
        first = null;
        second = null;
        return staging.clear();
    }

    /// Whether everything that is due can be written without waiting.
    boolean takesAll(Ring ring) {
        return inFlight.admits(CONTROL + ring.waiting());
    }

    /// Takes everything that waits in the stream for the next write.
    void take(Ring ring) {
        long from = ring.taken();
        long to = ring.end();
        if (to - from <= SMALL) {
            ring.copy(from, to, staging);
        } else {
            first = ring.piece(from, to);
            second = from + first.remaining() < to ? ring.piece(from + first.remaining(), to) : null;
        }
        ring.take(to);
        if (to > from) {
            inFlight.wrote(staging.position() + (first == null ? 0 : 2L * InFlight.PER_WRITE + to - from), to);
        } else {
            inFlight.wrote(staging.position());
        }
    }

    /// Outside the lock: writes the prepared bytes.
    void write() throws IOException {
        staging.flip();
        if (staging.hasRemaining()) {
            connection.write(staging);
        }
        if (first != null) {
            connection.write(first);
        }
        if (second != null) {
            connection.write(second);
        }
    }
}
