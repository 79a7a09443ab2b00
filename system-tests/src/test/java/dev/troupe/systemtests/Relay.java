package dev.troupe.systemtests;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Forwards connections to a port of this machine, as a proxy or a firewall does, until it goes down: then every connection is reset and
/// new ones are refused until it comes up again at the same port.
final class Relay implements AutoCloseable {
    private final int target;
    private final OutputStream copy;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final int port;
    private volatile ServerSocket server;

    /// @param copy gets what goes through, in both directions
    Relay(int target, OutputStream copy) throws IOException {
        this.target = target;
        this.copy = copy;
        up(0);
        port = server.getLocalPort();
    }

    Relay(int target) throws IOException {
        this(target, OutputStream.nullOutputStream());
    }

    int port() {
        return port;
    }

    void up() throws IOException {
        up(port);
    }

    private void up(int at) throws IOException {
        var fresh = new ServerSocket();
        fresh.setReuseAddress(true);
        fresh.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), at));
        server = fresh;
        Thread.ofPlatform().daemon().start(() -> accept(fresh));
    }

    void down() throws IOException {
        server.close();
        for (var socket : sockets) {
            if (!socket.isClosed()) socket.setSoLinger(true, 0);
            socket.close();
        }
        sockets.clear();
    }

    private void accept(ServerSocket from) {
        try {
            while (true) {
                var near = from.accept();
                sockets.add(near);
                var far = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(far);
                forward(near, far);
                forward(far, near);
            }
        } catch (IOException expected) {
            // down
        }
    }

    private void forward(Socket from, Socket to) {
        Thread.ofPlatform().daemon().start(() -> {
            try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
                var bytes = new byte[8192];
                for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                    synchronized (copy) {
                        copy.write(bytes, 0, count);
                    }
                    out.write(bytes, 0, count);
                }
            } catch (IOException expected) {
                // one side has ended
            }
        });
    }

    @Override
    public void close() throws IOException {
        down();
    }
}
