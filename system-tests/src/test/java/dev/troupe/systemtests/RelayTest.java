package dev.troupe.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

final class RelayTest {
    private static final int IN_TIME = 10_000;

    @Test
    void aRefusedTargetEndsTheConnectionAndTheNextOneIsForwarded() throws Exception {
        var silent = new Socket();
        silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // has the port, and does not listen
        int target = silent.getLocalPort();
        try (var relay = new Relay(target)) {
            try (var refused = connect(relay)) {
                assertEquals(-1, refused.getInputStream().read());
            }
            silent.close();
            try (var server = new ServerSocket(target, 1, InetAddress.getLoopbackAddress())) {
                server.setSoTimeout(IN_TIME);
                try (var client = connect(relay); var served = server.accept()) {
                    served.getOutputStream().write(7);
                    assertEquals(7, client.getInputStream().read());
                }
            }
        }
    }

    private static Socket connect(Relay relay) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), relay.port());
        socket.setSoTimeout(IN_TIME);
        return socket;
    }
}
