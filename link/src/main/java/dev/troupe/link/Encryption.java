package dev.troupe.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/// Which TCP connections are encrypted, with TLS 1.3. Each side decides by its own setting and the two addresses of the connection alone,
/// never by what the other side sends: so nobody can talk it down.
public enum Encryption {
    /// All that may leave the machine: every connection but those from loopback to loopback (127.0.0.0/8, `::1`).
    BETWEEN_MACHINES,
    /// Those within the machine, too.
    ALWAYS,
    /// None: who can listen on the network reads everything, and who can change what it carries acts as a peer.
    NEVER;

    /// What to do when one side encrypts and the other does not.
    static final String AGREE = "use the same on both sides: --tls, --plain or neither";

    boolean covers(SocketAddress here, SocketAddress there) {
        return switch (this) {
            case BETWEEN_MACHINES -> !(loopback(here) && loopback(there));
            case ALWAYS -> true;
            case NEVER -> false;
        };
    }

    private static boolean loopback(SocketAddress address) {
        InetAddress host = ((InetSocketAddress) address).getAddress();
        return host != null && host.isLoopbackAddress();
    }
}
