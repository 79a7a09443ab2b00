package dev.troupe.transport;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/// A blocking stream of bytes in both directions. One thread reads and at most one thread at a time writes; `close` from any thread ends both.
public interface Connection extends Closeable {
    /// Reads at least one byte, or returns -1 at the orderly end.
    int read(ByteBuffer into) throws IOException;

    /// Writes everything that remains.
    void write(ByteBuffer from) throws IOException;

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
