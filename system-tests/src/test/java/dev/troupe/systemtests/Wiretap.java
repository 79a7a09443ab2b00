package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Forwards connections to a port of this machine, and keeps what goes through.
final class Wiretap implements AutoCloseable {
    private final ServerSocket server;
    private final int target;
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    Wiretap(int target) throws IOException {
        this(0, target);
    }

    /// On a port that one had before which was closed.
    Wiretap(int port, int target) throws IOException {
        this.target = target;
        server = new ServerSocket(port, 10, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /// Both directions, a character for each byte.
    String heard() {
        synchronized (heard) {
            return heard.toString(ISO_8859_1);
        }
    }

    private void accept() {
        try {
            while (true) {
                var from = server.accept();
                var to = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.addAll(List.of(from, to));
                forward(from, to);
                forward(to, from);
            }
        } catch (IOException expected) {
            // closed
        }
    }

    private void forward(Socket from, Socket to) {
        Thread.ofPlatform().daemon().start(() -> {
            try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
                var bytes = new byte[8192];
                for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                    synchronized (heard) {
                        heard.write(bytes, 0, count);
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
        server.close();
        for (var socket : sockets) socket.close();
    }
}
