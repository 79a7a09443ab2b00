package dev.troupe.transport;

import java.io.Closeable;
import java.io.IOException;

/// A place where streams arrive. `close` from any thread ends a waiting `accept` with an exception.
public interface Acceptor extends Closeable {
    /// Waits for the next stream.
    Connection accept() throws IOException;

    /// The address it listens on, with the real port instead of 0.
    Address address();
}
