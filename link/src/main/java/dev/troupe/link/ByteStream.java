package dev.troupe.link;

import dev.troupe.transport.Connection;
import dev.troupe.transport.Identity;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.LongSupplier;

/// A blocking stream of bytes to a process that has proven that it knows the token, for data that is too large for messages.
///
/// ```java
/// try (ByteStream stream = endpoint.openStream(address, request)) {
///     stream.write(question);
///     stream.readFully(answer);
/// }
/// ```
///
/// A stream is no session: if its connection breaks, it ends with an `IOException`, and nothing is sent again. The orderly end of a stream looks like
/// the end of the process at the other side, so both sides must know how many bytes to expect. A read or write that makes no progress for the
/// timeout of the endpoint ends the stream, too.
///
/// One thread may read while another writes; `close` from any thread ends both.
public final class ByteStream implements Closeable {
    /// The timeout applies to each piece, so that a large write over a slow connection does not look like silence.
    private static final int PIECE = 256 << 10;
    private static final long IDLE = Long.MIN_VALUE;

    private final Streams all;
    private final Connection connection;
    private final Identity peer;
    private final byte[] request;
    private final LongSupplier clock;
    /// When the present read and the present write began.
    private volatile long reading = IDLE;
    private volatile long writing = IDLE;
    /// Waiting before this time does not count.
    private long excused;
    private volatile String ended;

    ByteStream(Streams all, Connection connection, Identity peer, byte[] request, LongSupplier clock) {
        this.all = all;
        this.connection = connection;
        this.peer = peer;
        this.request = request;
        this.clock = clock;
        this.excused = clock.getAsLong();
    }

    /// The process at the other end.
    public Identity peer() {
        return peer;
    }

    /// The address of the other end, for messages.
    public String remote() {
        return connection.remote();
    }

    /// What the side that opened the stream asked for.
    public byte[] request() {
        return request.clone();
    }

    /// Reads at least one byte, or returns -1 when the other side has closed the stream or has ended.
    public int read(ByteBuffer into) throws IOException {
        reading = clock.getAsLong();
        try {
            return connection.read(into);
        } catch (IOException e) {
            throw explained(e);
        } finally {
            reading = IDLE;
        }
    }

    /// Reads until the buffer is full; an `EOFException` if the stream ends before.
    public void readFully(ByteBuffer into) throws IOException {
        while (into.hasRemaining()) {
            if (read(into) < 0) {
                throw new EOFException(
                        "node " + peer.nodeId() + " at " + remote() + " closed the stream with " + into.remaining() + " bytes missing");
            }
        }
    }

    /// Writes everything that remains.
    public void write(ByteBuffer from) throws IOException {
        int limit = from.limit();
        while (from.position() < limit) {
            from.limit(Math.min(limit, from.position() + PIECE));
            writing = clock.getAsLong();
            try {
                connection.write(from);
            } catch (IOException e) {
                throw explained(e);
            } finally {
                writing = IDLE;
                from.limit(limit);
            }
        }
    }

    /// Writes a part of a file. On a plain socket the kernel takes the bytes from the file, and they are never copied through this process.
    public void transferFrom(FileChannel file, long position, long count) throws IOException {
        long done = 0;
        while (done < count) {
            writing = clock.getAsLong();
            try {
                connection.write(file, position + done, Math.min(4 * PIECE, count - done));
            } catch (IOException e) {
                throw explained(e);
            } finally {
                writing = IDLE;
            }
            done += Math.min(4 * PIECE, count - done);
        }
    }

    /// Reads so many bytes into a part of a file.
    public void transferTo(FileChannel file, long position, long count) throws IOException {
        ByteBuffer piece = ByteBuffer.allocateDirect((int) Math.min(PIECE, count));
        long done = 0;
        while (done < count) {
            readFully(piece.clear().limit((int) Math.min(piece.capacity(), count - done)));
            piece.flip();
            while (piece.hasRemaining()) {
                done += file.write(piece, position + done);
            }
        }
    }

    @Override
    public void close() {
        all.closed(this);
        connection.close();
    }

    /// Called periodically.
    ///
    /// @param late whether this process itself was suspended, so that waiting until now means nothing
    void tick(long now, boolean late, long patience) {
        if (late) {
            excused = now;
        }
        if (silent(reading, now, patience) || silent(writing, now, patience)) {
            ended = "node " + peer.nodeId() + " at " + remote() + " was silent for " + patience / 1_000_000 + " ms";
            close();
        }
    }

    private boolean silent(long since, long now, long patience) {
        return since != IDLE && now - since > patience && now - excused > patience;
    }

    private IOException explained(IOException e) {
        return ended == null ? e : new IOException(ended, e);
    }
}
