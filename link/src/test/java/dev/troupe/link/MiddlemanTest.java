package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Identity;
import dev.troupe.transport.TransportOptions;
import dev.troupe.transport.Transports;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Somebody without the token who stands between two peers and relays their handshake.
@Timeout(60)
class MiddlemanTest {
    private static final Address ANYWHERE = Address.parse("tcp://127.0.0.1:0");
    private static final byte[] FORGED = Peer.bytes("forged");

    private static Peer peer(int nodeId, Encryption encryption) {
        return new Peer(nodeId, Peer.options().withEncryption(encryption)).texts(1);
    }

    /// What arrives when the bytes that carry "genuine" are tampered with, and then "more" is sent.
    private static String firstArrival(Encryption encryption, UnaryOperator<ByteBuffer> tampering) throws Exception {
        try (LinkLog _ = new LinkLog();
                Peer b = peer(1, encryption);
                Proxy proxy = new Proxy(ANYWHERE, b.listen("tcp://127.0.0.1:0"));
                Peer a = peer(0, encryption)) {
            Link link = a.linkTo(proxy.address());
            b.await("up");
            proxy.tamper(tampering);
            link.send(1, Peer.bytes("genuine"));
            String first = b.text();
            if (first.equals("genuine")) {
                link.send(1, Peer.bytes("more"));
                assertEquals("more", b.text());
                assertTrue(link.stats().reconnects() > 0, () -> "nothing was tampered with: " + link.stats());
            }
            return first;
        }
    }

    private static ByteBuffer withForgedEventInFront(ByteBuffer bytes) {
        return ByteBuffer.allocate(Frame.MESSAGE_HEADER + FORGED.length + bytes.remaining()).putInt(2 + FORGED.length).put(Frame.MESSAGE)
                .put((byte) 1).put(FORGED).put(bytes).flip();
    }

    private static ByteBuffer withLastBitFlipped(ByteBuffer bytes) {
        int last = bytes.limit() - 1;
        return bytes.put(last, (byte) (bytes.get(last) ^ 1));
    }

    @Test
    void cannotForgeAnEventWhereLinksAreEncrypted() throws Exception {
        assertEquals("genuine", firstArrival(Encryption.ALWAYS, MiddlemanTest::withForgedEventInFront));
    }

    @Test
    void cannotChangeAnEventWhereLinksAreEncrypted() throws Exception {
        assertEquals("genuine", firstArrival(Encryption.ALWAYS, MiddlemanTest::withLastBitFlipped));
    }

    @Test
    void canDoBothWithPlainLinks() throws Exception {
        assertEquals("forged", firstArrival(Encryption.NEVER, MiddlemanTest::withForgedEventInFront));
        assertEquals("genuind", firstArrival(Encryption.NEVER, MiddlemanTest::withLastBitFlipped));
    }

    @ParameterizedTest
    @CsvSource({"ALWAYS, ALWAYS", "ALWAYS, NEVER", "NEVER, ALWAYS"})
    void isNoticedByBothWhenItEndsTheEncryption(Encryption dialler, Encryption listener) throws Exception {
        try (LinkLog log = new LinkLog();
                Peer b = peer(1, listener);
                Proxy proxy = new Proxy(ANYWHERE, dialler, b.listen("tcp://127.0.0.1:0"), listener);
                Peer a = peer(0, dialler)) {
            a.endpoint.dial(proxy.address());
            String why = a.awaitFailure(proxy.address(), "terminates the encryption");
            assertTrue(why.startsWith("a proxy or an attacker between node 0 and node 1 at " + proxy.address()), why);
            String logged = log.lines.poll(20, TimeUnit.SECONDS);
            assertTrue(logged != null && logged.contains("a proxy or an attacker between node 1 and node 0 at tcp://127.0.0.1:"), logged);
            assertTrue(a.events.isEmpty() && b.events.isEmpty());
        }
    }

    @ParameterizedTest
    @CsvSource({"ALWAYS, NEVER", "NEVER, ALWAYS"})
    void cannotTalkAPeerDownToPlain(Encryption near, Encryption far) throws Exception {
        try (LinkLog _ = new LinkLog();
                Peer b = peer(1, Encryption.ALWAYS);
                Proxy proxy = new Proxy(ANYWHERE, near, b.listen("tcp://127.0.0.1:0"), far);
                Peer a = peer(0, Encryption.ALWAYS)) {
            a.endpoint.dial(proxy.address());
            String why = a.awaitFailure(proxy.address(), Encryption.AGREE);
            assertTrue(a.events.isEmpty() && b.events.isEmpty(), why);
        }
    }

    @Test
    void cannotUseAProofOfOneConnectionOnAnother() throws Exception {
        try (LinkLog log = new LinkLog(); Peer b = peer(1, Encryption.ALWAYS)) {
            Address at = b.listen("tcp://127.0.0.1:0");
            TransportOptions options = new TransportOptions(new Identity(0, 1), Peer.TOKEN, Duration.ofSeconds(5),
                    Encryption.ALWAYS);
            try (Connection one = Transports.find(at).dial(at, options); Connection other = Transports.find(at).dial(at, options)) {
                Handshake handshake = new Handshake(new Crossed(one, other, new ArrayList<>()), options.self(), Peer.TOKEN, "");
                handshake.hello();
                other.write(ByteBuffer.allocate(1)); // the TLS handshake happens at the first write
                RefusedException refused = assertThrows(RefusedException.class,
                        () -> handshake.prove(new Greeting(1, false, 0, 1000, 1000)));
                assertEquals(RefusedException.Reason.RELAYED, refused.reason());
            }
            assertTrue(String.valueOf(log.lines.poll(20, TimeUnit.SECONDS)).contains("a proxy or an attacker between"));
        }
    }

    @Test
    void cannotReplayAHandshake() throws Exception {
        try (LinkLog _ = new LinkLog(); Peer b = peer(1, Encryption.NEVER)) {
            Address at = b.listen("tcp://127.0.0.1:0");
            TransportOptions options = new TransportOptions(new Identity(0, 1), Peer.TOKEN, Duration.ofSeconds(5), Encryption.NEVER);
            Connection first = Transports.find(at).dial(at, options);
            Crossed recorded = new Crossed(first, first, new ArrayList<>());
            Handshake handshake = new Handshake(recorded, options.self(), Peer.TOKEN, "");
            handshake.hello();
            handshake.prove(new Greeting(1, false, 0, 1000, 1000));
            recorded.close();
            try (Connection again = Transports.find(at).dial(at, options)) {
                for (ByteBuffer frame : recorded.written()) {
                    again.write(frame);
                }
                ByteBuffer answers = ByteBuffer.allocate(1000);
                while (again.read(answers) > 0) {
                    assertTrue(answers.hasRemaining());
                }
                int challenge = 4 + answers.getInt(0);
                assertEquals(Frame.REFUSED, answers.get(challenge + 4));
                assertEquals(RefusedException.Reason.TOKEN.code(), answers.get(challenge + 5));
            }
        }
    }
}
