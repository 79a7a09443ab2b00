package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import dev.troupe.transport.Transport;
import dev.troupe.transport.TransportOptions;
import dev.troupe.transport.Transports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What is said of a place that cannot be reached, or where nobody can reach us.
class ReachTest {
    /// Where nothing answers until it is let go.
    private record Silence(CountDownLatch dialled, CountDownLatch go) implements Transport {
        @Override
        public String scheme() {
            return "silence";
        }

        @Override
        public Connection dial(Address to, TransportOptions options) throws IOException {
            dialled.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException("a mistake of this transport");
        }

        @Override
        public Acceptor listen(Address on, TransportOptions options) {
            throw new UnsupportedOperationException();
        }
    }

    /// Cannot accept a few times, then can once.
    private record Moody(BlockingQueue<Optional<Connection>> next) implements Acceptor {
        @Override
        public Connection accept() throws IOException {
            try {
                return next.take().orElseThrow(() -> new IOException("the server is away"));
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public Address address() {
            return Address.parse("mem://moody");
        }

        @Override
        public void close() {}
    }

    @Test
    void untilTheFirstAnswerItIsSaidThatThereIsNone() throws Exception {
        Silence silence = new Silence(new CountDownLatch(1), new CountDownLatch(1));
        try (Peer a = Peer.of(0)) {
            Dialler dialler = new Dialler(a.endpoint, new Address("silence", "x"), silence, anybody -> true);
            a.endpoint.thread("reader of silence", dialler);
            assertTrue(silence.dialled().await(20, TimeUnit.SECONDS));
            assertEquals("no answer yet", dialler.failure());
            silence.go().countDown();
            assertTrue(dialler.awaitFailure("a mistake of this transport"::equals, Duration.ofSeconds(20)), dialler.failure());
        }
    }

    @Test
    void anAddressThatMakesNoSenseIsAFailureLikeOthers() throws Exception {
        try (Peer a = Peer.of(0)) {
            Address to = Address.parse("tcp://127.0.0.1:x");
            a.endpoint.dial(to);
            a.awaitFailure(to, "'x' is not a port");
        }
    }

    @Test
    void someoneWhoDoesNotSpeakOurLanguageIsSuspected() throws Exception {
        try (Peer a = Peer.of(0); ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Address to = Address.tcp("127.0.0.1", server.getLocalPort());
            a.endpoint.dial(to);
            assertEquals("connected, but it does not answer the handshake; is it a Troupe process? If so, use the same on both sides:"
                    + " --tls, --plain or neither",
                    a.awaitFailure(to, "connected"));
        }
    }

    @Test
    void encryptionOnOneSideOnlyIsSuspectedByBoth() throws Exception {
        for (boolean dialler : List.of(true, false)) {
            try (LinkLog log = new LinkLog(); Peer a = new Peer(0, encrypted(dialler)); Peer b = new Peer(1, encrypted(!dialler))) {
                Address to = b.listen("tcp://127.0.0.1:0");
                a.endpoint.dial(to);
                a.awaitFailure(to, "use the same on both sides: --tls, --plain or neither");
                String complaint = log.lines.poll(20, TimeUnit.SECONDS);
                assertTrue(complaint != null && complaint.endsWith("use the same on both sides: --tls, --plain or neither"), complaint);
            }
        }
    }

    private LinkOptions encrypted(boolean on) {
        return LinkOptions.defaults().withEncryption(on ? Encryption.ALWAYS : Encryption.NEVER);
    }

    @Test
    void whyItWasRefusedIsStillSaidWhenThePlaceIsEmpty() throws Exception {
        try (LinkLog log = new LinkLog(); Peer a = Peer.of(0)) {
            Address to;
            try (Endpoint other = new Endpoint(new Identity(1, 1), Token.of("another token of the tests"), LinkOptions.defaults(),
                    a)) {
                to = other.listen(Address.parse("tcp://127.0.0.1:0"));
                a.endpoint.dial(to);
                a.awaitFailure(to, "a different token");
            }
            assertTrue(a.awaitFailure(to, "before that: ").contains("a different token"));
            // Told of once, however often it came.
            assertEquals(1, log.lines.stream().filter(line -> line.contains("a different token")).count());
        }
    }

    @Test
    void thatNobodyCanBeAcceptedIsLoggedOnceAndItsEndToo() throws Exception {
        Moody moody = new Moody(new LinkedBlockingQueue<>());
        Address on = Address.parse("mem://behind moody");
        try (LinkLog log = new LinkLog(); Peer a = Peer.of(0)) {
            TransportOptions options = new TransportOptions(new Identity(7, 1), Peer.TOKEN, Duration.ofSeconds(5),
                    Encryption.BETWEEN_MACHINES);
            try (Acceptor memory = Transports.find(on).listen(on, options)) {
                Connection caller = Transports.find(on).dial(on, options);
                moody.next().add(Optional.empty());
                moody.next().add(Optional.empty());
                moody.next().add(Optional.of(memory.accept()));
                a.endpoint.thread("listener", new Listener(a.endpoint, moody));
                assertEquals("node 0 cannot accept links on mem://moody and will retry: the server is away",
                        log.lines.poll(20, TimeUnit.SECONDS));
                assertEquals("node 0 accepts links on mem://moody again", log.lines.poll(20, TimeUnit.SECONDS));
                caller.close();
            }
        }
    }
}
