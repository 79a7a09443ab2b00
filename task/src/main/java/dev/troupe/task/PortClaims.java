package dev.troupe.task;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;

/// Ports chosen for workers that are yet to listen on them, so that another job that starts at the same time chooses others.
///
/// A claim is a UDP socket with the number of the TCP port: the system lets one process have it, and takes it back whichever way that ends.
final class PortClaims implements AutoCloseable {
    private final List<DatagramSocket> held = new ArrayList<>();

    /// Whether the port is ours now: nobody has claimed it, and nobody listens on it.
    synchronized boolean claim(String host, int port) {
        DatagramSocket claim;
        try {
            claim = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (SocketException taken) {
            return false;
        }
        if (!Listening.free(host, port)) {
            claim.close();
            return false;
        }
        return held.add(claim);
    }

    @Override
    public synchronized void close() {
        held.forEach(DatagramSocket::close);
        held.clear();
    }
}
