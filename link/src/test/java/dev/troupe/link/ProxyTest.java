package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.troupe.transport.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

final class ProxyTest {
    private static final int IN_TIME = 10_000;

    @Test
    void aRefusedTargetEndsTheConnectionAndTheNextOneIsForwarded() throws Exception {
        Socket silent = new Socket();
        silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // has the port, and does not listen
        int target = silent.getLocalPort();
        try (Proxy proxy = new Proxy(Address.parse("tcp://127.0.0.1:0"), Address.tcp("127.0.0.1", target))) {
            try (Socket refused = connect(proxy)) {
                assertEquals(-1, refused.getInputStream().read());
            }
            silent.close();
            try (ServerSocket server = new ServerSocket(target, 1, InetAddress.getLoopbackAddress())) {
                server.setSoTimeout(IN_TIME);
                try (Socket client = connect(proxy); Socket served = server.accept()) {
                    served.getOutputStream().write(7);
                    assertEquals(7, client.getInputStream().read());
                }
            }
        }
    }

    private static Socket connect(Proxy proxy) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.address().port());
        socket.setSoTimeout(IN_TIME);
        return socket;
    }
}
