package dev.troupe.link;

import java.io.IOException;
import java.util.Map;

/// A way to open byte streams between processes. It is found by the scheme of an [Address]: TCP, Unix sockets and memory are
/// built in, others come by [java.util.ServiceLoader].
public interface Transport {
    /// The scheme of its addresses, e.g. `tcp`.
    String scheme();

    /// Opens a stream to a listening process; gives up after [TransportOptions#timeout()]. The message of the exception says why in
    /// words for a user, e.g. `connection refused`.
    Connection dial(Address to, TransportOptions options) throws IOException;

    /// Listens. When the place is taken the message names it.
    Acceptor listen(Address on, TransportOptions options) throws IOException;

    /// The processes that can be found through the place where `self` listens, by node id: those of the same group on a shared server.
    /// None where there is no such place.
    default Map<Integer, Address> members(Address self, TransportOptions options) throws IOException {
        return Map.of();
    }
}
