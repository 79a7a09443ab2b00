package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Identity;
import dev.troupe.transport.TransportOptions;
import dev.troupe.transport.Transports;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A peer that does not keep to the protocol: its connection is closed with one clear line, and nothing else happens.
@Timeout(60)
class ProtocolTest {
    private final LinkLog log = new LinkLog();
    private final BlockingQueue<String> logged = log.lines;
    private final Peer victim = new Peer(0, Peer.options().withHandshake(Duration.ofMillis(400)).withTimeout(Duration.ofSeconds(2)));
    private Address at;

    @BeforeEach
    void listen() throws IOException {
        at = victim.listen("tcp://127.0.0.1:0");
    }

    @AfterEach
    void close() {
        victim.close();
        log.close();
    }

    private Connection dial() throws IOException {
        return Transports.find(at).dial(at,
                new TransportOptions(new Identity(7, 1), Peer.TOKEN, Duration.ofSeconds(5), Encryption.BETWEEN_MACHINES));
    }

    private Connection linked() throws IOException, InterruptedException {
        Connection connection = dial();
        Handshake handshake = new Handshake(connection, new Identity(7, 1), Peer.TOKEN, "");
        handshake.hello();
        handshake.prove(new Greeting(42, false, 0, 1000, 1000));
        connection.write(ByteBuffer.allocate(13).putInt(9).put(Frame.ACK).clear());
        victim.await("up");
        return connection;
    }

    private void assertClosed(Connection connection) {
        ByteBuffer rest = ByteBuffer.allocate(4096);
        try {
            int read;
            do {
                read = connection.read(rest.clear());
            } while (read >= 0);
        } catch (IOException e) {
            // reset: closed as well
        }
        connection.close();
    }

    private void assertLogged(String... words) throws InterruptedException {
        String line = logged.poll(20, TimeUnit.SECONDS);
        for (String word : words) {
            assertTrue(line != null && line.contains(word), () -> "'" + word + "' is missing in: " + line);
        }
        assertTrue(logged.isEmpty(), () -> "more than one line: " + logged);
    }

    private void write(Connection connection, int length, int kind, int rest) throws IOException {
        connection.write(ByteBuffer.allocate(5 + rest).putInt(length).put((byte) kind).clear());
    }

    /// It may have been on its way since before the present session began, when both dialled.
    @Test
    void aSessionBesideTheOneThereIsMustBeAskedForTwice() throws Exception {
        Connection first = linked();
        RefusedException refused = assertThrows(RefusedException.class, () -> propose(43));
        assertEquals(RefusedException.Reason.ALREADY_LINKED, refused.reason());
        assertTrue(victim.events.isEmpty(), victim.events::toString);
        Connection second = propose(43);
        assertEquals(Ending.REPLACED, victim.await("lost").loss().ending());
        first.close();
        second.close();
        victim.endpoint.forget(7, "the test is over");
    }

    private Connection propose(long session) throws IOException {
        Connection connection = dial();
        Handshake handshake = new Handshake(connection, new Identity(7, 1), Peer.TOKEN, "");
        handshake.hello();
        handshake.prove(new Greeting(session, false, 0, 1000, 1000));
        return connection;
    }

    @Test
    void aWebBrowserIsTurnedAway() throws Exception {
        Connection connection = dial();
        connection.write(ByteBuffer.wrap("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        assertClosed(connection);
        assertLogged("closed the connection from tcp://127.0.0.1:", "1195725856 bytes", "1024");
    }

    @Test
    void anotherVersionIsNamedToBothSides() throws Exception {
        Connection connection = dial();
        connection.write(ByteBuffer.allocate(57).putInt(53).put(Frame.HELLO).putInt(Frame.MAGIC).putInt(99).putInt(7).clear());
        ByteBuffer answer = ByteBuffer.allocate(1024);
        int read;
        do {
            read = connection.read(answer);
        } while (read >= 0);
        assertEquals(Frame.REFUSED, answer.get(4));
        String text = StandardCharsets.UTF_8.decode(answer.flip().position(6)).toString();
        assertTrue(text.contains("node 7 speaks link protocol 99, node 0 speaks 2"), text);
        assertLogged("refused", "node 7 speaks link protocol 99");
    }

    @Test
    void theDiallerIsToldOfAnotherVersion() throws Exception {
        Address on = Address.parse("tcp://127.0.0.1:0");
        TransportOptions options = new TransportOptions(new Identity(7, 1), Peer.TOKEN, Duration.ofSeconds(5), Encryption.BETWEEN_MACHINES);
        try (Acceptor acceptor = Transports.find(on).listen(on, options)) {
            victim.endpoint.dial(acceptor.address());
            Connection connection = acceptor.accept();
            connection.write(ByteBuffer.allocate(57).putInt(53).put(Frame.CHALLENGE).putInt(Frame.MAGIC).putInt(99).putInt(7).clear());
            String why = victim.awaitFailure(acceptor.address(), "link protocol");
            assertTrue(why.contains("node 7 speaks link protocol 99, node 0 speaks 2; run the same version"), why);
            connection.close();
        }
    }

    @Test
    void theDiallerKeepsWhyItWasRefused() throws Exception {
        Address on = Address.parse("mem://refuses");
        TransportOptions options = new TransportOptions(new Identity(7, 1), Peer.TOKEN, Duration.ofSeconds(5), Encryption.BETWEEN_MACHINES);
        try (Acceptor acceptor = Transports.find(on).listen(on, options)) {
            victim.endpoint.dial(on);
            Connection connection = acceptor.accept();
            new Handshake(connection, new Identity(7, 1), Peer.TOKEN, "")
                    .refuse(new RefusedException(RefusedException.Reason.VERSION, "node 0 speaks link protocol 2, node 7 speaks 99"));
            victim.awaitFailure(on, "node 7 speaks 99");
            connection.close();
        }
    }

    @Test
    void aSilentStrangerIsTurnedAwayInTime() throws Exception {
        assertClosed(dial());
        assertLogged("handshake took too long");
    }

    @Test
    void aFrameThatIsTooLargeEndsTheConnection() throws Exception {
        Connection connection = linked();
        write(connection, Frame.MAX_LENGTH + 1, Frame.MESSAGE, 0);
        assertClosed(connection);
        assertLogged("node 7", "frame of " + (Frame.MAX_LENGTH + 1) + " bytes");
    }

    @Test
    void aFrameThatIsCutOffEndsTheConnection() throws Exception {
        Connection connection = linked();
        write(connection, 3, Frame.WINDOW, 2);
        assertClosed(connection);
        assertLogged("node 7", "cut off");
    }

    @Test
    void nonsenseEndsTheConnection() throws Exception {
        Connection connection = linked();
        write(connection, 1, 77, 0);
        assertClosed(connection);
        assertLogged("node 7", "unknown kind 77");
    }

    @Test
    void acknowledgingWhatWasNeverSentEndsTheConnection() throws Exception {
        Connection connection = linked();
        connection.write(ByteBuffer.allocate(13).putInt(9).put(Frame.ACK).putLong(1_000_000).clear());
        assertClosed(connection);
        assertLogged("node 7", "acknowledged byte 1000000");
    }

    @Test
    void sendingMoreThanTheWindowEndsTheConnection() throws Exception {
        victim.endpoint.channel(1, (from, message) -> {});
        Connection connection = linked();
        ByteBuffer frame = ByteBuffer.allocate(6 + 60_000).putInt(60_002).put(Frame.MESSAGE).put((byte) 1);
        IOException thrown = assertThrows(IOException.class, () -> {
            for (int i = 0; i < 10_000; i++) {
                connection.write(frame.clear());
            }
        });
        assertTrue(thrown.getMessage() != null);
        assertLogged("node 7", "window");
    }

    @Test
    void aReceiverThatThrowsDoesNotEndTheLink() throws Exception {
        try (Peer good = Peer.of(1)) {
            victim.endpoint.channel(3, (from, message) -> {
                from.release(3, message.length);
                throw new IllegalStateException("a mistake in the receiver");
            });
            victim.texts(1);
            Link link = good.linkTo(at);
            link.send(3, new byte[1]);
            link.send(1, Peer.bytes("still here"));
            assertEquals("still here", victim.text());
            assertLogged("receiver of channel 3", "node 1");
        }
    }
}
