package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Address;
import dev.troupe.transport.Token;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What holds on every transport.
@Timeout(60)
class TransportContractTest {
    @TempDir
    static Path folder;

    @ParameterizedTest
    @EnumSource
    void messagesArriveInOrderBothWays(Way way) throws Exception {
        try (Peer a = new Peer(0, way.options()).texts(1); Peer b = new Peer(1, way.options()).texts(1)) {
            Link ab = a.linkTo(b.listen(way.address(folder, "order")));
            Link ba = b.await("up").link();
            assertEquals(b.endpoint.self(), ab.peer());
            assertEquals(a.endpoint.self(), ba.peer());
            for (int i = 0; i < 10_000; i++) {
                ab.send(1, Peer.bytes("a" + i));
                ba.send(1, Peer.bytes("b" + i));
            }
            for (int i = 0; i < 10_000; i++) {
                assertEquals("a" + i, b.text());
                assertEquals("b" + i, a.text());
            }
            assertEquals(10_000, ab.stats().messagesOut());
            assertEquals(10_000, ba.stats().messagesIn());
        }
    }

    @ParameterizedTest
    @EnumSource
    void messagesOfEverySizeArriveWhole(Way way) throws Exception {
        try (Peer a = new Peer(0, way.options()); Peer b = new Peer(1, way.options())) {
            Echo echo = Echo.between(a.endpoint, b.endpoint, 2);
            Link link = a.linkTo(b.listen(way.address(folder, "sizes")));
            Random random = new Random(1);
            for (int size : new int[]{0, 1, 5, 8191, 65535, 65536, 65537, 131072, 1_000_000, 9_000_000}) {
                byte[] message = new byte[size];
                random.nextBytes(message);
                assertArrayEquals(message, echo.ask(link, message), "size " + size);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void closingFlushesAndSaysGoodbye(Way way) throws Exception {
        try (Peer b = new Peer(1, way.options()).texts(1)) {
            Address at = b.listen(way.address(folder, "bye"));
            try (Peer a = new Peer(0, way.options())) {
                Link link = a.linkTo(at);
                for (int i = 0; i < 5_000; i++) {
                    link.send(1, Peer.bytes("last words " + i));
                }
            }
            Loss loss = b.await("lost").loss();
            assertTrue(loss.goodbye(), loss::toString);
            assertEquals(5_000, b.texts.size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void theOtherTokenIsRefusedByName(Way way) throws Exception {
        try (Peer a = new Peer(0, way.options(), Token.of("my own token of the tests"));
                Peer b = new Peer(1, way.options(), Token.of("your own token of the tests"))) {
            Address at = b.listen(way.address(folder, "token"));
            a.endpoint.dial(at);
            String why = a.awaitFailure(at, "a different token");
            assertTrue(
                    why.contains("node 1") && why.contains(at.toString()) && why.contains("node 0")
                            && why.contains("copy the token given in the program"),
                    why);
            assertTrue(a.events.isEmpty() && b.events.isEmpty());
            assertTrue(a.endpoint.links().isEmpty() && b.endpoint.links().isEmpty());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTakenPlaceIsNamed(Way way) throws Exception {
        try (Peer a = new Peer(0, way.options()); Peer b = new Peer(1, way.options())) {
            Address taken = a.listen(way.address(folder, "taken"));
            IOException e = assertThrows(IOException.class, () -> b.endpoint.listen(taken));
            assertTrue(e.getMessage().startsWith("cannot listen on " + taken + ": "), e::getMessage);
            if (taken.scheme().equals("tcp")) {
                assertTrue(e.getMessage().contains("port " + taken.port()), e::getMessage);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void nobodyThereIsSaidAndALaterListenerIsFound(Way way) throws Exception {
        try (Peer a = new Peer(0, way.options()); Peer b = new Peer(1, way.options())) {
            Address at;
            try (Peer c = new Peer(2, way.options())) {
                at = c.listen(way.address(folder, "later"));
            }
            a.endpoint.dial(at);
            a.awaitFailure(at, "refused");
            b.endpoint.listen(at);
            a.await("up");
            a.awaitNoFailure(at);
            assertFalse(a.endpoint.links().isEmpty());
        }
    }

    @ParameterizedTest
    @EnumSource
    void bothSidesMayDialEachOther(Way way) throws Exception {
        for (int round = 0; round < 10; round++) {
            try (Peer a = new Peer(0, way.options()).texts(1); Peer b = new Peer(1, way.options()).texts(1)) {
                Address atA = a.listen(way.address(folder, "mutual-a"));
                Address atB = b.listen(way.address(folder, "mutual-b"));
                a.endpoint.dial(atB);
                b.endpoint.dial(atA);
                Link ab = a.await("up").link();
                Link ba = b.await("up").link();
                for (int i = 0; i < 100; i++) {
                    ab.send(1, Peer.bytes("a" + i));
                    ba.send(1, Peer.bytes("b" + i));
                }
                for (int i = 0; i < 100; i++) {
                    assertEquals("a" + i, b.text());
                    assertEquals("b" + i, a.text());
                }
                assertEquals(1, a.endpoint.links().size());
                assertEquals(1, b.endpoint.links().size());
            }
        }
    }
}
