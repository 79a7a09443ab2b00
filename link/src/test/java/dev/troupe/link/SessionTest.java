package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Address;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How sessions begin, go on and end.
@Timeout(60)
class SessionTest {
    private static final LinkOptions QUICK = Peer.options().withTimeout(Duration.ofMillis(300)).withGrace(Duration.ofMillis(300));

    @Test
    void aCutLinkGoesOnWhereItWas() throws Exception {
        try (Peer b = Peer.of(1).texts(1);
                Proxy proxy = new Proxy(Address.parse("tcp://127.0.0.1:0"), b.listen("tcp://127.0.0.1:0"));
                Peer a = Peer.of(0)) {
            Link link = a.linkTo(proxy.address());
            b.await("up");
            proxy.refuse(true);
            proxy.cut();
            a.await("cut");
            b.await("cut");
            assertFalse(link.connected());
            link.send(1, Peer.bytes("sent while cut"));
            assertTrue(link.stats().queued() > 0);
            proxy.refuse(false);
            assertSame(link, a.await("resumed").link());
            b.await("resumed");
            assertEquals("sent while cut", b.text());
            assertEquals(1, link.stats().reconnects());
        }
    }

    @Test
    void aNewIncarnationGetsNothingOlderAndTheLossIsCounted() throws Exception {
        try (Peer a = Peer.of(0)) {
            Address at = a.listen("mem://incarnations");
            Peer first = Peer.of(1).texts(1);
            try (Proxy proxy = new Proxy(Address.parse("mem://incarnations-proxy"), at); Peer second = Peer.of(1).texts(1)) {
                first.linkTo(proxy.address());
                Link old = a.await("up").link();
                proxy.refuse(true);
                proxy.cut();
                a.await("cut");
                for (int i = 0; i < 7; i++) {
                    old.send(1, Peer.bytes("for the first " + i));
                }
                second.linkTo(at);
                Peer.Event lost = a.await("lost");
                assertSame(old, lost.link());
                assertEquals(7, lost.loss().messagesLost());
                assertTrue(lost.loss().reason().contains("another process"), lost.loss()::reason);
                assertFalse(lost.loss().goodbye());
                assertThrows(LinkLostException.class, () -> old.send(1, new byte[1]));
                assertThrows(LinkLostException.class, () -> old.offer(1, new byte[1]));
                Link fresh = a.await("up").link();
                fresh.send(1, Peer.bytes("for the second"));
                assertEquals("for the second", second.text());
                assertTrue(second.texts.isEmpty());
                first.endpoint.forget(0, "the test is over");
            } finally {
                first.close();
            }
        }
    }

    @Test
    void theEndOfASessionIsToldBeforeTheNextOneBegins() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        try (Peer a = Peer.of(0); Peer first = Peer.of(1); Peer second = Peer.of(1)) {
            // As long as a message is handled, the end of the session is not told.
            a.endpoint.channel(1, (from, message) -> {
                busy.countDown();
                boolean _ = uninterrupted(done);
                from.release(1, message.length);
            });
            Address at = a.listen("mem://told");
            first.linkTo(at).send(1, Peer.bytes("the last word"));
            assertTrue(busy.await(20, TimeUnit.SECONDS));
            first.endpoint.hangUp(at);
            first.endpoint.forget(0, "the first process ends");
            a.endpoint.forget(1, "it was killed");
            second.endpoint.dial(at);
            second.awaitFailure(at, "still ending its last session");
            done.countDown();
            second.await("up");
            assertEquals(List.of("up", "lost", "up"), List.of(a.next(), a.next(), a.next()));
        } finally {
            done.countDown();
        }
    }

    private static boolean uninterrupted(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void aNodeIdThatLivesElsewhereIsRefused() throws Exception {
        try (Peer a = Peer.of(0); Peer first = Peer.of(1); Peer second = Peer.of(1); Peer zero = Peer.of(0)) {
            Address at = a.listen("tcp://127.0.0.1:0");
            first.linkTo(at);
            second.endpoint.dial(at);
            assertTrue(second.awaitFailure(at, "running process").contains("node id 1"));
            zero.endpoint.dial(at);
            zero.awaitFailure(at, "two processes");
            assertEquals(1, a.endpoint.links().size());
            assertEquals(first.endpoint.self(), a.endpoint.links().getFirst().peer());
        }
    }

    @Test
    void diallingOneselfIsSaid() throws Exception {
        try (Peer a = Peer.of(0)) {
            Address at = a.listen("mem://self");
            a.endpoint.dial(at);
            a.awaitFailure(at, "itself");
        }
    }

    @Test
    void aSilentPeerIsCutOffAndLostAfterItsGrace() throws Exception {
        try (Peer b = new Peer(1, QUICK);
                Proxy proxy = new Proxy(Address.parse("tcp://127.0.0.1:0"), b.listen("tcp://127.0.0.1:0"));
                Peer a = new Peer(0, QUICK)) {
            Link link = a.linkTo(proxy.address());
            b.await("up");
            proxy.refuse(true);
            proxy.stall(true);
            a.await("cut");
            Loss loss = a.await("lost").loss();
            assertTrue(loss.reason().contains("did not reconnect in time"), loss::reason);
            b.await("lost");
            assertThrows(LinkLostException.class, () -> link.send(1, new byte[1]));
            proxy.stall(false);
            proxy.refuse(false);
            a.await("up");
        }
    }

    @Test
    void anIdleLinkStaysUpByItsHeartbeat() throws Exception {
        try (Peer b = new Peer(1, QUICK); Peer a = new Peer(0, QUICK)) {
            Link link = a.linkTo(b.listen("tcp://127.0.0.1:0"));
            b.await("up");
            assertEquals(null, a.events.poll(1200, TimeUnit.MILLISECONDS));
            assertTrue(b.events.isEmpty() && link.connected());
        }
    }

    /// As when a proxy is restarted, or a firewall rejects for a while.
    @Test
    void connectionsResetAndRefusedForLessThanTheGraceLoseNothing() throws Exception {
        Stopwatch clock = new Stopwatch();
        LinkOptions options = LinkOptions.defaults();
        try (Peer b = new Peer(1, options, clock).texts(1); Peer a = new Peer(0, options, clock)) {
            Address at = b.listen("tcp://127.0.0.1:0");
            Address through;
            Link link;
            try (Proxy proxy = new Proxy(Address.parse("tcp://127.0.0.1:0"), at)) {
                through = proxy.address();
                link = a.linkTo(through);
                b.await("up");
            }
            a.await("cut");
            b.await("cut");
            link.send(1, Peer.bytes("sent while refused"));
            a.awaitFailure(through, "refused");
            clock.advance(Duration.ofSeconds(30));
            a.endpoint.heart().beat();
            b.endpoint.heart().beat();
            try (Proxy again = new Proxy(through, at)) {
                assertEquals(through, again.address());
                assertEquals("sent while refused", b.text());
                assertSame(link, a.await("resumed").link());
                b.await("resumed");
            }
            a.endpoint.forget(1, "the test is over");
            b.endpoint.forget(0, "the test is over");
        }
    }

    @Test
    void aPeerThatDoesNotComeBackIsLostWhenItsGraceHasPassed() throws Exception {
        Stopwatch clock = new Stopwatch();
        LinkOptions options = LinkOptions.defaults();
        try (Peer b = new Peer(1, options, clock);
                Proxy proxy = new Proxy(Address.parse("tcp://127.0.0.1:0"), b.listen("tcp://127.0.0.1:0"));
                Peer a = new Peer(0, options, clock)) {
            a.linkTo(proxy.address());
            b.await("up");
            proxy.shut();
            a.await("cut");
            b.await("cut");
            clock.advance(options.grace().plusNanos(1));
            a.endpoint.heart().beat();
            b.endpoint.heart().beat();
            assertEquals(Ending.OUT_OF_REACH, a.await("lost").loss().ending());
            assertEquals(Ending.OUT_OF_REACH, b.await("lost").loss().ending());
        }
    }

    @Test
    void theWordOfAProcessesStarterEndsTheGrace() throws Exception {
        try (Peer b = Peer.of(1);
                Proxy proxy = new Proxy(Address.parse("tcp://127.0.0.1:0"), b.listen("tcp://127.0.0.1:0"));
                Peer a = Peer.of(0)) {
            Link link = a.linkTo(proxy.address());
            b.await("up");
            proxy.shut();
            a.await("cut");
            b.await("cut");
            link.send(1, Peer.bytes("too late"));
            a.endpoint.forget(1, "it was killed");
            assertEquals(new Loss(Ending.PROCESS_ENDED, "it was killed", 1), a.await("lost").loss());
        }
    }

    @Test
    void aSessionThatOneSideGaveUpBeginsAnew() throws Exception {
        try (Peer a = Peer.of(0); Peer b = Peer.of(1).texts(1)) {
            Link first = a.linkTo(b.listen("tcp://127.0.0.1:0"));
            b.await("up");
            b.endpoint.forget(0, "someone said so");
            assertEquals("someone said so", b.await("lost").loss().reason());
            assertSame(first, a.await("lost").link());
            a.await("up").link().send(1, Peer.bytes("again"));
            assertEquals("again", b.text());
        }
    }

    @Test
    void goodbyeIsHeardAtOnce() throws Exception {
        try (Peer a = Peer.of(0)) {
            Address at = a.listen("tcp://127.0.0.1:0");
            try (Peer b = Peer.of(1)) {
                b.linkTo(at);
                a.await("up");
            }
            Loss loss = a.await("lost").loss();
            assertTrue(loss.goodbye());
            assertEquals(0, loss.messagesLost());
            assertTrue(a.endpoint.links().isEmpty());
        }
    }

    @Test
    void whoIsGoneForGoodTakesNoMemory() throws Exception {
        try (Peer a = new Peer(0, QUICK)) {
            Address at = a.listen("mem://months");
            for (int nodeId = 1; nodeId <= 20; nodeId++) {
                try (Peer guest = Peer.of(nodeId)) {
                    Address host = guest.listen("mem://month-" + nodeId);
                    if (nodeId % 2 == 0) {
                        guest.linkTo(at);
                    } else {
                        a.endpoint.dial(host);
                    }
                    a.await("up");
                    a.endpoint.slots().sweep();
                    assertTrue(a.endpoint.slots().size() > 0, "it is forgotten while it is linked");
                    guest.endpoint.close();
                    a.await("lost");
                    a.endpoint.hangUp(host);
                }
            }
            while (a.endpoint.slots().size() > 0) {
                assertNull(a.events.poll(20, TimeUnit.MILLISECONDS));
            }
        }
    }

    @Test
    void aCutSessionIsNotForgotten() throws Exception {
        try (Peer a = Peer.of(0);
                Proxy proxy = new Proxy(Address.parse("mem://cut-proxy"), a.listen("mem://cut"));
                Peer b = Peer.of(1)) {
            b.linkTo(proxy.address());
            Link link = a.await("up").link();
            proxy.refuse(true);
            proxy.cut();
            a.await("cut");
            a.endpoint.slots().sweep();
            proxy.refuse(false);
            assertSame(link, a.await("resumed").link());
        }
    }

    @Test
    void twoAddressesOfOneProcessMakeOneLink() throws Exception {
        try (Peer a = Peer.of(0).texts(1); Peer b = Peer.of(1).texts(1)) {
            Address one = b.listen("tcp://127.0.0.1:0");
            Address two = b.listen("tcp://127.0.0.1:0");
            Link link = a.linkTo(one);
            a.endpoint.dial(two);
            a.awaitNoFailure(two);
            link.send(1, Peer.bytes("hello"));
            assertEquals("hello", b.text());
            assertEquals(1, a.endpoint.links().size());
            assertEquals(0, link.stats().reconnects());
        }
    }

    @Test
    void aTransportMayComeByTheServiceLoader() throws Exception {
        try (Peer a = Peer.of(0); Peer b = Peer.of(1).texts(1)) {
            Address at = b.listen("test://loaded");
            assertEquals(Address.parse("test://loaded"), at);
            a.linkTo(at).send(1, Peer.bytes("by another way"));
            assertEquals("by another way", b.text());
        }
    }

    @Test
    void anAddressWithoutATransportIsRefusedAtOnce() {
        try (Peer a = Peer.of(0)) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                    () -> a.endpoint.dial(Address.parse("pigeon://roof")));
            assertTrue(e.getMessage().contains("pigeon") && e.getMessage().contains("ipc, mem, tcp, test"), e::getMessage);
        }
    }
}
