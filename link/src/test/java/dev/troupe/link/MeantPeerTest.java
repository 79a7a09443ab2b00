package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Address;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MeantPeerTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private static Endpoint endpoint(int node, long incarnation) {
        return new Endpoint(new Identity(node, incarnation), Token.of("a secret of this test"), LinkOptions.defaults(), LinkWatcher.NONE);
    }

    @Test
    void whoeverElseAnswersIsNotLinked() throws Exception {
        try (Endpoint listener = endpoint(0, 7); Endpoint dialler = endpoint(1, 8)) {
            Address address = listener.listen(Address.parse("tcp://127.0.0.1:0"));
            dialler.dial(address, peer -> peer.incarnation() == 6);
            assertTrue(dialler.awaitFailure(address, why -> why != null && why.contains("another run"), SOON));
            assertEquals(List.of(), listener.links());
        }
    }

    @Test
    void theOneThatIsMeantIsLinked() throws Exception {
        try (Endpoint listener = endpoint(0, 7); Endpoint dialler = endpoint(1, 8)) {
            Address address = listener.listen(Address.parse("tcp://127.0.0.1:0"));
            dialler.dial(address, peer -> peer.incarnation() == 7);
            assertTrue(dialler.awaitFailure(address, why -> why == null, SOON));
        }
    }

    @Test
    void severalAddressesAreBoundTogetherOrNotAtAll() throws Exception {
        try (Endpoint first = endpoint(0, 7); Endpoint second = endpoint(1, 8); Endpoint third = endpoint(2, 9)) {
            Address taken = first.listen(Address.parse("tcp://127.0.0.1:0"));
            Address free = Address.tcp("127.0.0.2", taken.port());
            assertThrows(IOException.class, () -> second.listen(List.of(free, taken)));
            assertEquals(List.of(free), third.listen(List.of(free)), "what was bound before the failure is free again");
        }
    }
}
