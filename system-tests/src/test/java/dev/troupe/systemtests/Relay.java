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
import java.util.concurrent.CountDownLatch;

/// Forwards connections, as a proxy or a firewall does, until it goes down: then every connection is reset and new ones are refused until
/// it comes up again at the same port.
final class Relay implements AutoCloseable {
    private final InetSocketAddress on;
    private final InetSocketAddress target;
    private final OutputStream copy;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    /// Both directions of the first connection.
    private final CountDownLatch ended = new CountDownLatch(2);
    private ServerSocket server;

    /// @param copy gets what goes through, in both directions
    Relay(InetSocketAddress on, InetSocketAddress target, OutputStream copy) throws IOException {
        this.target = target;
        this.copy = copy;
        server = open(on);
        this.on = new InetSocketAddress(on.getAddress(), server.getLocalPort());
    }

    /// To a port of this machine.
    Relay(int target, OutputStream copy) throws IOException {
        this(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new InetSocketAddress(InetAddress.getLoopbackAddress(), target),
                copy);
    }

    Relay(int target) throws IOException {
        this(target, OutputStream.nullOutputStream());
    }

    int port() {
        return on.getPort();
    }

    void up() throws IOException {
        server = open(on);
    }

    private ServerSocket open(InetSocketAddress at) throws IOException {
        var fresh = new ServerSocket();
        fresh.setReuseAddress(true);
        fresh.bind(at);
        Thread.ofPlatform().daemon().start(() -> accept(fresh));
        return fresh;
    }

    void down() throws IOException {
        server.close();
        for (var socket : sockets) {
            if (!socket.isClosed()) socket.setSoLinger(true, 0);
            socket.close();
        }
        sockets.clear();
    }

    void awaitEndOfFirst() throws InterruptedException {
        ended.await();
    }

    private void accept(ServerSocket from) {
        try {
            while (true) {
                connect(from.accept());
            }
        } catch (IOException expected) {
            // down
        }
    }

    private void connect(Socket near) throws IOException {
        sockets.add(near);
        Socket far;
        try {
            far = new Socket(target.getAddress(), target.getPort());
        } catch (IOException refused) {
            near.close(); // the next one may find somebody
            return;
        }
        sockets.add(far);
        forward(near, far);
        forward(far, near);
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
            ended.countDown();
        });
    }

    @Override
    public void close() throws IOException {
        down();
    }
}
