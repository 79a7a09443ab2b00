package dev.troupe.link;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/// A blocking stream of bytes in both directions. One thread reads, one at a time writes; `close` from any thread ends both.
public interface Connection extends Closeable {
    /// Reads at least one byte, or returns -1 at the orderly end.
    int read(ByteBuffer into) throws IOException;

    /// Writes everything that remains.
    void write(ByteBuffer from) throws IOException;

    /// What ties the handshake's proof to this very stream: with TLS a secret that only the two ends of the TLS session
    /// have, else nothing.
    byte[] binding();

    /// The other end, for log lines.
    String remote();

    /// The machine it comes from, however many connections it has to us.
    default String machine() {
        return remote();
    }

    @Override
    void close();
}
