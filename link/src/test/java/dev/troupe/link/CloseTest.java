package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Address;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The end of two processes is the ordinary case: nobody is cut off, nobody waits, nothing is logged.
@Timeout(60)
class CloseTest {
    @TempDir
    static Path folder;

    private final LinkLog log = new LinkLog();

    @AfterEach
    void nothingIsLogged() {
        log.close();
        assertTrue(log.lines.isEmpty(), () -> "logged: " + log.lines);
    }

    @Test
    void aPeerThatIsCutOffIsNotWaitedForWhenNothingIsQueued() throws Exception {
        try (Peer b = Peer.of(1);
                Proxy proxy = new Proxy(Address.parse("tcp://127.0.0.1:0"), b.listen("tcp://127.0.0.1:0"))) {
            Peer a = Peer.of(0);
            a.linkTo(proxy.address());
            b.await("up");
            proxy.refuse(true);
            proxy.cut();
            a.await("cut");
            b.await("cut");
            assertTimeout(Duration.ofSeconds(2), a::close);
            assertTimeout(Duration.ofSeconds(2), b::close);
            assertTrue(a.await("lost").loss().goodbye() && b.await("lost").loss().goodbye());
        }
    }

    @Test
    void whatIsQueuedForACutPeerIsStillDelivered() throws Exception {
        try (Peer b = new Peer(1, Peer.options().withWindow(10_000)).texts(1);
                Proxy proxy = new Proxy(Address.parse("tcp://127.0.0.1:0"), b.listen("tcp://127.0.0.1:0"))) {
            b.endpoint.channel(2, (from, message) -> {});
            Peer a = Peer.of(0);
            Link link = a.linkTo(proxy.address());
            b.await("up");
            proxy.refuse(true);
            proxy.cut();
            a.await("cut");
            link.send(1, Peer.bytes("last words"));
            while (link.offer(2, new byte[1_000])) {
                assertFalse(link.connected());
            }
            Thread closing = Thread.ofPlatform().start(a::close);
            assertThrows(LinkLostException.class, () -> link.send(2, new byte[1_000]), "ends when closing begins");
            proxy.refuse(false);
            assertEquals("last words", b.text());
            assertTrue(b.await("lost").loss().goodbye());
            closing.join();
            Loss loss = a.await("lost").loss();
            assertTrue(loss.goodbye() && loss.messagesLost() == 0, loss::toString);
        }
    }

    @Test
    void whatACutPeerDoesNotTakeInTimeIsToldAndCounted() throws Exception {
        Stopwatch clock = new Stopwatch();
        try (Peer b = Peer.of(1); Proxy proxy = new Proxy(Address.parse("mem://close-cut-proxy"), b.listen("mem://close-cut"))) {
            Peer a = new Peer(0, Peer.options(), clock);
            Link link = a.linkTo(proxy.address());
            b.await("up");
            proxy.refuse(true);
            proxy.cut();
            a.await("cut");
            for (int i = 0; i < 7; i++) {
                link.send(1, Peer.bytes("undelivered " + i));
            }
            Thread closing = Thread.ofPlatform().start(() -> a.endpoint.close(Duration.ofSeconds(10)));
            while (!a.endpoint.closing()) {
                Thread.onSpinWait();
            }
            while (a.delayed.isEmpty()) {
                clock.advance(Duration.ofMillis(10));
                assertFalse(closing.join(Duration.ofMillis(1)), "it gave up at once");
            }
            assertEquals(7, a.delayed.take());
            clock.advance(Duration.ofSeconds(10));
            closing.join();
            Loss loss = a.await("lost").loss();
            assertEquals(new Loss(Ending.CLOSED, "this side closed the link while the peer was unreachable", 7), loss);
            assertFalse(loss.goodbye());
            b.endpoint.forget(0, "the test is over");
        }
    }

    @Test
    void closingWaitsAsLongAsThePeerTakesSomething() throws Exception {
        Stopwatch clock = new Stopwatch();
        try (Peer b = Peer.of(1).texts(1); Proxy proxy = new Proxy(Address.parse("mem://close-slow-proxy"), b.listen("mem://close-slow"))) {
            Peer a = new Peer(0, Peer.options(), clock);
            Link link = a.linkTo(proxy.address());
            b.await("up");
            proxy.refuse(true);
            proxy.cut();
            a.await("cut");
            link.send(1, Peer.bytes("last words"));
            Thread closing = Thread.ofPlatform().start(() -> a.endpoint.close(Duration.ofSeconds(10)));
            while (!a.endpoint.closing()) {
                Thread.onSpinWait();
            }
            clock.advance(Duration.ofSeconds(9));
            proxy.refuse(false);
            assertEquals("last words", b.text());
            closing.join();
            Loss loss = a.await("lost").loss();
            assertTrue(loss.goodbye() && loss.messagesLost() == 0, loss::toString);
        }
    }

    @Test
    void whoeverClosesBeginsNoSessionWithOneThatOnlyNowAnswers() throws Exception {
        Peer a = Peer.of(0);
        Peer b = Peer.of(1);
        try (Proxy proxy = new Proxy(Address.parse("mem://close-late-proxy"), b.listen("mem://close-late"))) {
            proxy.stall(true);
            a.endpoint.dial(proxy.address());
            proxy.awaitConnection();
            a.close();
            proxy.stall(false);
            b.close();
            assertTrue(a.events.isEmpty() && b.events.isEmpty(), () -> a.events + " " + b.events);
        }
    }

    @ParameterizedTest
    @EnumSource
    void closingBothSidesAtOnceIsAGoodbyeForBoth(Way way) throws Exception {
        for (int round = 0; round < (way == Way.TLS ? 60 : 300); round++) {
            Peer a = new Peer(0, way.options());
            Peer b = new Peer(1, way.options());
            for (Peer peer : new Peer[]{a, b}) {
                peer.endpoint.channel(1, (from, message) -> from.release(1, message.length));
            }
            Address atB = b.listen(way.address(folder, "close-b"));
            Address atA = a.listen(way.address(folder, "close-a"));
            if (round % 3 > 0) {
                b.endpoint.dial(atA);
            }
            a.linkTo(atB);
            b.await("up");
            CountDownLatch go = new CountDownLatch(1);
            Thread[] closing = {closing(a, go, round % 2), closing(b, go, round % 2)};
            go.countDown();
            for (Thread thread : closing) {
                thread.join();
            }
            for (Peer peer : new Peer[]{a, b}) {
                assertEquals(1, peer.events.size(), () -> "not just the end: " + peer.events);
                Loss loss = peer.await("lost").loss();
                assertTrue(loss.goodbye(), loss::toString);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TCP", "IPC", "MEM"})
    void aPeerThatSendsWithoutAPauseAnswersOurGoodbye(Way way) throws Exception {
        for (int round = 0; round < 30; round++) {
            try (Peer b = new Peer(1, way.options()).texts(1)) {
                Address at = b.listen(way.address(folder, "close-flood"));
                CountDownLatch flooded = new CountDownLatch(1_000);
                Peer a = new Peer(0, way.options());
                a.endpoint.channel(1, (from, message) -> {
                    from.release(1, message.length);
                    flooded.countDown();
                });
                Link ab = a.linkTo(at);
                Link ba = b.await("up").link();
                Thread flood = Thread.ofPlatform().start(() -> assertThrows(LinkLostException.class, () -> {
                    while (true) {
                        ba.send(1, new byte[1_000]);
                    }
                }));
                flooded.await();
                for (int i = 0; i < 20; i++) {
                    ab.send(1, Peer.bytes("last words"));
                }
                a.close();
                Loss loss = a.await("lost").loss();
                assertTrue(loss.ending() == Ending.GOODBYE && loss.messagesLost() == 0, loss::toString);
                flood.join();
                assertEquals(Ending.GOODBYE, b.await("lost").loss().ending());
                assertEquals(20, b.texts.size());
            }
        }
    }

    @Test
    void aSessionThatIsOverIsLetGoOf() throws Exception {
        try (Peer a = Peer.of(0)) {
            WeakReference<Link> link = linkThatEnded(a);
            while (link.get() != null) {
                System.gc();
                Thread.onSpinWait();
            }
        }
    }

    private static WeakReference<Link> linkThatEnded(Peer a) throws Exception {
        try (Peer b = Peer.of(1)) {
            Address address = b.listen("tcp://127.0.0.1:0");
            Link link = a.linkTo(address);
            a.endpoint.forget(1, "the test says so");
            a.endpoint.hangUp(address);
            a.await("lost");
            return new WeakReference<>(link);
        }
    }

    @Test
    void whoHungUpDoesNotDialAgain() throws Exception {
        try (Peer a = Peer.of(0); Peer b = Peer.of(1)) {
            Address address = b.listen("tcp://127.0.0.1:0");
            a.linkTo(address);
            a.endpoint.hangUp(address);
            assertTrue(a.endpoint.lastFailure(address).isEmpty());
            String reader = "troupe node " + a.endpoint.self().nodeId() + " reader of " + address;
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals(reader)) {
                    assertTrue(thread.join(Duration.ofSeconds(20)), "it ends");
                }
            }
        }
    }

    private static Thread closing(Peer peer, CountDownLatch go, int messages) {
        Link link = peer.endpoint.links().getFirst();
        return Thread.ofPlatform().start(() -> {
            try {
                go.await();
                for (int i = 0; i < messages * 20; i++) {
                    link.send(1, new byte[100]);
                }
            } catch (InterruptedException | LinkLostException e) {
                // the other side was quicker
            }
            peer.close();
        });
    }
}
