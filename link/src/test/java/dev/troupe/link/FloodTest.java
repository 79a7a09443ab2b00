package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Strangers who dial by the thousand and say nothing.
@Timeout(60)
class FloodTest {
    private static final int SOCKETS = 2_000;

    @ParameterizedTest(name = "from {0} other addresses")
    @ValueSource(ints = {0, 1, 8})
    void doNotKeepAPeerFromComingBack(int addresses) throws Exception {
        List<Socket> strangers = new ArrayList<>();
        try (LinkLog _ = new LinkLog(); Peer b = Peer.of(1)) {
            Address at = b.listen("tcp://127.0.0.1:0");
            try (Proxy proxy = new Proxy(Address.parse("tcp://127.0.0.1:0"), at); Peer a = Peer.of(0)) {
                a.linkTo(proxy.address());
                b.await("up");
                for (int i = 0; i < SOCKETS; i++) {
                    strangers.add(stranger(at, addresses == 0 ? 1 : 2 + i % addresses));
                }
                long cut = System.nanoTime();
                proxy.cut();
                a.await("resumed");
                Duration took = Duration.ofNanos(System.nanoTime() - cut);
                assertTrue(took.toMillis() < 2_000, () -> "it took " + took.toMillis() + " ms");
            }
        } finally {
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
    }

    private static Socket stranger(Address at, int address) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0." + address), 0));
        socket.connect(new InetSocketAddress(at.host(), at.port()), 10_000);
        return socket;
    }
}
