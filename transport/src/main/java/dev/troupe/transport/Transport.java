package dev.troupe.transport;

import java.io.IOException;
import java.util.Map;

/// Opens byte streams between processes. The scheme of an [Address] selects the transport: TCP, Unix sockets and memory are built in, others are
/// found by [java.util.ServiceLoader].
public interface Transport {
    /// The scheme of its addresses, e.g. `tcp`.
    String scheme();

    /// Opens a stream to a listening process; gives up after [TransportOptions#timeout()]. The message of the exception gives the reason to the
    /// user, e.g. `connection refused`.
    Connection dial(Address to, TransportOptions options) throws IOException;

    /// Listens. If the address is in use, the message names it.
    Acceptor listen(Address on, TransportOptions options) throws IOException;

    /// The processes that can be found through the address where `self` listens, by node id: those of the same group on a shared server. Empty for
    /// transports without such a server.
    default Map<Integer, Address> members(Address self, TransportOptions options) throws IOException {
        return Map.of();
    }
}
