package dev.troupe.transport;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/// Which TCP connections are encrypted, with TLS 1.3. Each side decides by its own setting and the two addresses of the connection, never by data
/// from the other side, so an attacker cannot downgrade a connection.
public enum Encryption {
    /// All connections that may leave the machine: every connection except those from loopback to loopback (127.0.0.0/8, `::1`).
    BETWEEN_MACHINES,
    /// All connections, including those within the machine.
    ALWAYS,
    /// None: anyone who can listen on the network can read everything, and anyone who can change the traffic can act as a peer.
    NEVER;

    /// What to do if only one side encrypts.
    public static final String AGREE = "use the same on both sides: --tls, --plain or neither";

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
