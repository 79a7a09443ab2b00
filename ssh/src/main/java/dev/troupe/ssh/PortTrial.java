package dev.troupe.ssh;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// Finds out whether one machine can connect to any port of another: one listens, and the other connects and is greeted.
public final class PortTrial {
    static final String LISTENING = "listening on port ";

    private static final byte[] GREETING = "troupe doctor\n".getBytes(StandardCharsets.US_ASCII);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private PortTrial() {}

    /// Listens on a free port, prints which, and greets whoever connects first. Ends after some seconds if nobody does.
    public static void listen(PrintWriter out) throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            socket.setSoTimeout(Math.toIntExact(PATIENCE.multipliedBy(2).toMillis()));
            out.println(LISTENING + socket.getLocalPort());
            out.flush();
            try (Socket guest = socket.accept()) {
                guest.getOutputStream().write(GREETING);
            } catch (java.net.SocketTimeoutException nobody) {
                // the other side has noticed, too
            }
        }
    }

    /// Empty if it worked; otherwise why it did not.
    static Optional<String> dial(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), Math.toIntExact(PATIENCE.toMillis()));
            socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
            boolean greeted = java.util.Arrays.equals(GREETING, socket.getInputStream().readNBytes(GREETING.length));
            return greeted ? Optional.empty() : Optional.of("port " + port + " is answered by something else");
        } catch (IOException e) {
            return Optional.of("port " + port + ": " + SshFailures.reason(e));
        }
    }
}
