package dev.troupe.link;

import java.io.Closeable;
import java.io.IOException;

/// A place where streams arrive. `close` from any thread ends a waiting `accept` with an exception.
public interface Acceptor extends Closeable {
    /// Waits for the next stream.
    Connection accept() throws IOException;

    /// Where it really listens: a port 0 is resolved.
    Address address();
}
