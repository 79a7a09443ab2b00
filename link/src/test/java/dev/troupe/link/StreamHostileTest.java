package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Identity;
import dev.troupe.transport.NonsenseException;
import dev.troupe.transport.Token;
import dev.troupe.transport.TransportOptions;
import dev.troupe.transport.Transports;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Nobody gets a stream, or a byte of one, without the token: strangers, other runs, relays, replays, and proofs made for something else.
@Timeout(60)
class StreamHostileTest {
    private static final Identity SOMEBODY = new Identity(7, 1);
    private static final byte[] REQUEST = Peer.bytes("the family silver");

    @org.junit.jupiter.api.io.TempDir
    static java.nio.file.Path folder;

    private final LinkLog log = new LinkLog();
    private final AtomicInteger served = new AtomicInteger();

    @AfterEach
    void close() {
        log.close();
    }

    private Peer victim(LinkOptions options) {
        Peer victim = new Peer(1, options);
        victim.endpoint.onStream(8, stream -> served.incrementAndGet());
        return victim;
    }

    private static TransportOptions as(Encryption encryption) {
        return new TransportOptions(SOMEBODY, Peer.TOKEN, Duration.ofSeconds(5), encryption);
    }

    private static Connection dial(Address at, Encryption encryption) throws IOException {
        return Transports.find(at).dial(at, as(encryption));
    }

    private void assertLogged(String words) throws InterruptedException {
        String line = log.lines.poll(20, TimeUnit.SECONDS);
        assertTrue(line != null && line.contains(words), line);
    }

    @ParameterizedTest
    @EnumSource
    void anotherTokenIsRefusedByName(Way way) throws Exception {
        try (Peer b = victim(way.options()); Peer a = new Peer(0, way.options(), Token.of("a token of somebody else"))) {
            Address at = b.listen(way.address(folder, "stream-token"));
            IOException e = assertThrows(IOException.class, () -> a.endpoint.openStream(at, REQUEST));
            assertTrue(e.getMessage().startsWith("node 1 at " + at + " has a different token than node 0; copy "), e::getMessage);
            assertLogged("has a different token than node 1");
            assertEquals(0, served.get());
        }
    }

    @ParameterizedTest
    @EnumSource
    void anotherRunIsRefusedByName(Way way) throws Exception {
        try (Peer b = victim(way.options().withGroup("b")); Peer a = new Peer(0, way.options().withGroup("a"))) {
            Address at = b.listen(way.address(folder, "stream-group"));
            IOException e = assertThrows(IOException.class, () -> a.endpoint.openStream(at, REQUEST));
            assertEquals("node 1 belongs to the run 'b', node 0 to the run 'a'; give both the same --group to link them", e.getMessage());
            assertEquals(0, served.get());
        }
    }

    /// Whoever answers without the token is noticed before anything is read from it.
    @Test
    void aListenerWithoutTheTokenIsNotBelieved() throws Exception {
        Address on = Address.parse("mem://an impostor");
        try (Acceptor acceptor = Transports.find(on).listen(on, as(Encryption.NEVER)); Peer a = Peer.of(0)) {
            Thread impostor = Thread.ofPlatform().daemon().start(() -> {
                try (Connection connection = acceptor.accept()) {
                    skip(connection, 57);
                    connection.write(new Mutations(1).introduction(Frame.CHALLENGE, 7));
                    skip(connection, 5 + 2 * Proof.SIZE + 2 + REQUEST.length);
                    connection.write(ByteBuffer.allocate(5 + Proof.SIZE).putInt(1 + Proof.SIZE).put(Frame.STREAMING).clear());
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            IOException e = assertThrows(IOException.class, () -> a.endpoint.openStream(on, REQUEST));
            assertTrue(e.getMessage().contains("has a different token"), e::getMessage);
            assertEquals(0, a.endpoint.streams().size());
            impostor.join();
        }
    }

    private static void skip(Connection connection, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        while (bytes.hasRemaining()) {
            assertTrue(connection.read(bytes) > 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"ALWAYS, ALWAYS", "ALWAYS, NEVER", "NEVER, ALWAYS"})
    void aRelayThatEndsTheEncryptionIsNoticedByBoth(Encryption dialler, Encryption listener) throws Exception {
        try (Peer b = victim(Peer.options().withEncryption(listener));
                Proxy proxy = new Proxy(Address.parse("tcp://127.0.0.1:0"), dialler, b.listen("tcp://127.0.0.1:0"), listener);
                Peer a = new Peer(0, Peer.options().withEncryption(dialler))) {
            IOException e = assertThrows(IOException.class, () -> a.endpoint.openStream(proxy.address(), REQUEST));
            assertTrue(e.getMessage().startsWith("a proxy or an attacker between node 0 and node 1"), e::getMessage);
            assertLogged("a proxy or an attacker between node 1 and node 0");
            assertEquals(0, served.get());
        }
    }

    @ParameterizedTest
    @CsvSource({"ALWAYS, NEVER", "NEVER, ALWAYS"})
    void nobodyIsTalkedDownToPlain(Encryption dialler, Encryption listener) throws Exception {
        try (Peer b = victim(Peer.options().withEncryption(listener).withHandshake(Duration.ofSeconds(2)));
                Peer a = new Peer(0, Peer.options().withEncryption(dialler).withHandshake(Duration.ofSeconds(2)))) {
            Address at = b.listen("tcp://127.0.0.1:0");
            assertThrows(IOException.class, () -> a.endpoint.openStream(at, REQUEST));
            assertEquals(0, served.get());
        }
    }

    @Test
    void aProofOfOneConnectionFailsOnAnother() throws Exception {
        try (Peer b = victim(Peer.options().withEncryption(Encryption.ALWAYS))) {
            Address at = b.listen("tcp://127.0.0.1:0");
            try (Connection one = dial(at, Encryption.ALWAYS); Connection other = dial(at, Encryption.ALWAYS)) {
                Handshake handshake = new Handshake(new Crossed(one, other, new ArrayList<>()), SOMEBODY, Peer.TOKEN, "");
                handshake.hello();
                other.write(ByteBuffer.allocate(1)); // the TLS handshake happens at the first write
                RefusedException refused = assertThrows(RefusedException.class, () -> handshake.proveStream(REQUEST));
                assertEquals(RefusedException.Reason.RELAYED, refused.reason());
            }
            assertEquals(0, served.get());
        }
    }

    @Test
    void aRecordedHandshakeIsUseless() throws Exception {
        try (Peer b = victim(Peer.options().withEncryption(Encryption.NEVER))) {
            Address at = b.listen("tcp://127.0.0.1:0");
            Connection first = dial(at, Encryption.NEVER);
            Crossed recorded = new Crossed(first, first, new ArrayList<>());
            Handshake handshake = new Handshake(recorded, SOMEBODY, Peer.TOKEN, "");
            handshake.hello();
            handshake.proveStream(REQUEST);
            assertEquals(-1, first.read(ByteBuffer.allocate(1)));
            assertEquals(1, served.get());
            recorded.close();
            assertRefusedForItsToken(at, recorded.written());
            assertEquals(1, served.get());
        }
    }

    private static void assertRefusedForItsToken(Address at, List<ByteBuffer> frames) throws IOException {
        try (Connection again = dial(at, Encryption.NEVER)) {
            for (ByteBuffer frame : frames) {
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

    /// Somebody between a dialler of a session and its listener cannot make a stream of it, nor the reverse, and cannot change the request.
    @Test
    void theProofSaysThatItIsForThisStream() {
        Proof proof = new Proof(Peer.TOKEN, new byte[]{1}, new byte[]{2}, new byte[]{3});
        byte[] greeting = new Greeting(1, false, 0, 1, 1).bytes();
        byte[] group = {};
        for (Proof.Role one : Proof.Role.values()) {
            for (Proof.Role other : Proof.Role.values()) {
                assertEquals(one == other, proof.right(proof.of(one, greeting, group), other, greeting, group));
            }
        }
        assertNotEquals(true, proof.right(proof.of(Proof.Role.STREAM, REQUEST, group), Proof.Role.STREAM, Peer.bytes("the spoons"), group));
    }

    @Test
    void aSessionsProofOpensNoStream() throws Exception {
        try (Peer b = victim(Peer.options().withEncryption(Encryption.NEVER))) {
            Address at = b.listen("tcp://127.0.0.1:0");
            try (Connection connection = dial(at, Encryption.NEVER)) {
                Turned turned = new Turned(connection);
                Handshake handshake = new Handshake(turned, SOMEBODY, Peer.TOKEN, "");
                handshake.hello();
                RefusedException refused = assertThrows(RefusedException.class,
                        () -> handshake.prove(new Greeting(1, false, 0, 1000, 1000)));
                assertEquals(RefusedException.Reason.TOKEN, refused.reason());
            }
            assertEquals(0, served.get());
        }
    }

    /// Turns the proof of a session into one of a stream: the two MACs in front, an empty group, the greeting as the request.
    private record Turned(Connection through) implements Connection {
        @Override
        public int read(ByteBuffer into) throws IOException {
            return through.read(into);
        }

        @Override
        public void write(ByteBuffer from) throws IOException {
            if (from.get(4) == Frame.PROOF) {
                byte[] greeting = new byte[Greeting.SIZE];
                byte[] macs = new byte[2 * Proof.SIZE];
                from.get(5, greeting).get(5 + Greeting.SIZE, macs);
                int length = 1 + macs.length + 2 + greeting.length;
                through.write(ByteBuffer.allocate(4 + length).putInt(length).put(Frame.STREAM).put(macs).putShort((short) 0).put(greeting)
                        .flip());
            } else {
                through.write(from);
            }
        }

        @Override
        public byte[] binding() {
            return through.binding();
        }

        @Override
        public String remote() {
            return through.remote();
        }

        @Override
        public void close() {
            through.close();
        }
    }

    @Test
    void theDiallerIsToldOfAnotherVersion() throws Exception {
        Address on = Address.parse("mem://another version");
        try (Acceptor acceptor = Transports.find(on).listen(on, as(Encryption.NEVER)); Peer a = Peer.of(0)) {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    acceptor.accept().write(
                            ByteBuffer.allocate(57).putInt(53).put(Frame.CHALLENGE).putInt(Frame.MAGIC).putInt(99).putInt(7).clear());
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            IOException e = assertThrows(IOException.class, () -> a.endpoint.openStream(on, REQUEST));
            assertTrue(e.getMessage().startsWith("node 7 speaks link protocol 99, node 0 speaks 2"), e::getMessage);
        }
    }

    /// Whatever is sent instead of a request for a stream: the connection ends, nothing is served, and the next good peer is.
    @Test
    void garbageInsteadOfARequestIsRefused() throws Exception {
        Mutations mutations = new Mutations(5);
        try (Peer b = victim(Peer.options().withHandshake(Duration.ofSeconds(2))); Peer a = Peer.of(0)) {
            Listener listener = new Listener(b.endpoint, null);
            for (int i = 0; i < 5_000; i++) {
                List<ByteBuffer> frames = new ArrayList<>(List.of(mutations.hello(7), mutations.mutated(stream(mutations))));
                Script script = new Script(() -> frames.isEmpty() ? null : frames.removeFirst());
                listener.serve(script);
            }
            assertEquals(0, served.get());
            Address at = b.listen("tcp://127.0.0.1:0");
            assertEquals(-1, a.endpoint.openStream(at, REQUEST).read(ByteBuffer.allocate(1)));
            assertEquals(1, served.get());
        }
    }

    private static ByteBuffer stream(Mutations mutations) {
        int request = mutations.random.nextInt(100);
        byte[] macs = new byte[2 * Proof.SIZE];
        mutations.random.nextBytes(macs);
        int length = 1 + macs.length + 2 + request;
        return ByteBuffer.allocate(4 + length).putInt(length).put(Frame.STREAM).put(macs).putShort((short) mutations.random.nextInt(20))
                .clear();
    }

    /// Said by somebody who has proven nothing.
    @Test
    void aRefusalOfAStrangerIsNotBelieved() throws Exception {
        Address on = Address.parse("mem://refuses streams");
        try (Acceptor acceptor = Transports.find(on).listen(on, as(Encryption.NEVER)); Peer a = Peer.of(0)) {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    Connection connection = acceptor.accept();
                    connection.write(new Mutations(1).introduction(Frame.CHALLENGE, 7));
                    connection.write(
                            ByteBuffer.allocate(6 + Proof.SIZE).putInt(2 + Proof.SIZE).put(Frame.REFUSED)
                                    .put(RefusedException.Reason.BUSY.code()).clear());
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            NonsenseException e = assertThrows(NonsenseException.class, () -> a.endpoint.openStream(on, REQUEST));
            assertTrue(e.getMessage().contains("without proving that it knows the token"), e::getMessage);
        }
    }
}
