package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;

/// Forwards connections, and keeps what goes through.
final class Wiretap implements AutoCloseable {
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private final Relay relay;

    /// To a port of this machine.
    Wiretap(int target) throws IOException {
        relay = new Relay(target, heard);
    }

    private Wiretap(InetSocketAddress on, InetSocketAddress target) throws IOException {
        relay = new Relay(on, target, heard);
    }

    /// A host between two others: forwards what comes to a port to the same port of a host, and prints what went through the first
    /// connection when that has ended.
    public static void main(String[] hostAndPort) throws IOException, InterruptedException {
        int port = Integer.parseInt(hostAndPort[1]);
        try (var wiretap = new Wiretap(new InetSocketAddress(port), new InetSocketAddress(hostAndPort[0], port))) {
            System.out.println("forwards");
            wiretap.relay.awaitEndOfFirst();
            System.out.println("heard " + wiretap.heard().replaceAll("[^ -~]+", "."));
        }
    }

    int port() {
        return relay.port();
    }

    /// Both directions, a character for each byte.
    String heard() {
        return heard.toString(ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        relay.close();
    }
}
