package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
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

/// Forwards connections, and keeps what goes through.
final class Wiretap implements AutoCloseable {
    private final ServerSocket server;
    private final InetSocketAddress target;
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    /// Both directions of the first connection.
    private final CountDownLatch ended = new CountDownLatch(2);

    /// To a port of this machine.
    Wiretap(int target) throws IOException {
        this(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
    }

    private Wiretap(InetSocketAddress on, InetSocketAddress target) throws IOException {
        this.target = target;
        server = new ServerSocket();
        server.bind(on);
        Thread.ofPlatform().daemon().start(this::accept);
    }

    /// A host between two others: forwards what comes to a port to the same port of a host, and prints what went through the first
    /// connection when that has ended.
    public static void main(String[] hostAndPort) throws IOException, InterruptedException {
        int port = Integer.parseInt(hostAndPort[1]);
        try (var wiretap = new Wiretap(new InetSocketAddress(port), new InetSocketAddress(hostAndPort[0], port))) {
            System.out.println("forwards");
            wiretap.ended.await();
            System.out.println("heard " + wiretap.heard().replaceAll("[^ -~]+", "."));
        }
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
                var to = new Socket(target.getAddress(), target.getPort());
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
            ended.countDown();
        });
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (var socket : sockets) socket.close();
    }
}
