package dev.troupe.transport;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// A blocking stream of bytes in both directions. One thread reads and at most one thread at a time writes; `close` from any thread ends both.
public interface Connection extends Closeable {
    /// The bytes of a file that are copied at once.
    int COPIED = 128 << 10;

    /// Reads at least one byte, or returns -1 at the orderly end.
    int read(ByteBuffer into) throws IOException;

    /// Writes everything that remains.
    void write(ByteBuffer from) throws IOException;

    /// Writes a part of a file, if possible without copying it through this process.
    default void write(FileChannel file, long position, long count) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate((int) Math.min(COPIED, count));
        long done = 0;
        while (done < count) {
            piece.clear().limit((int) Math.min(piece.capacity(), count - done));
            int n = file.read(piece, position + done);
            if (n < 0) {
                throw new EOFException("the file ends " + (count - done) + " bytes too early");
            }
            write(piece.flip());
            done += n;
        }
    }

    /// The number of bytes that can be written without waiting for the other side, once it has read everything written before. Zero if this is not
    /// certain; then only the link's writer thread writes, because it may wait.
    default int room() {
        return 0;
    }

    /// Binds the handshake's proof to this stream: with TLS a secret that only the two ends of the TLS session have, otherwise nothing.
    byte[] binding();

    /// The other end, for log lines.
    String remote();

    /// The machine at the other end, the same for all its connections.
    default String machine() {
        return remote();
    }

    @Override
    void close();
}
