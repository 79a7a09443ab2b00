package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Address;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Windows, back-pressure and what may overtake what.
@Timeout(60)
class FlowTest {
    private static final LinkOptions SMALL = Peer.options().withWindow(10_000);

    private final BlockingQueue<byte[]> kept = new LinkedBlockingQueue<>();
    private final Semaphore arrivals = new Semaphore(0);

    private Peer keeper() {
        Peer peer = new Peer(1, SMALL);
        peer.endpoint.channel(1, (from, message) -> {
            kept.add(message);
            arrivals.release();
        });
        peer.texts(2);
        return peer;
    }

    private byte[] take() throws InterruptedException {
        byte[] message = kept.poll(20, TimeUnit.SECONDS);
        assertTrue(message != null, "no message in time");
        return message;
    }

    @Test
    void aSenderBlocksWhenItsWindowIsUsedUpAndGoesOnWhenItIsReleased() throws Exception {
        try (Peer b = keeper(); Peer a = Peer.of(0)) {
            Link link = a.linkTo(b.listen("mem://flow"));
            Link back = b.await("up").link();
            AtomicInteger sent = new AtomicInteger();
            CountDownLatch done = new CountDownLatch(1);
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    for (int i = 0; i < 100; i++) {
                        link.send(1, new byte[968]);
                        sent.incrementAndGet();
                    }
                    done.countDown();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            assertTrue(arrivals.tryAcquire(10, 20, TimeUnit.SECONDS));
            link.send(2, Peer.bytes("another channel is free"));
            assertEquals("another channel is free", b.text());
            assertEquals(10, kept.size());
            assertEquals(10, sent.get());
            for (int i = 0; i < 100; i++) {
                back.release(1, take().length);
            }
            assertTrue(done.await(20, TimeUnit.SECONDS));
            assertEquals(0, kept.size());
        }
    }

    @Test
    void tinyAndEmptyMessagesAreBoundedToo() throws Exception {
        try (Peer b = keeper(); Peer a = Peer.of(0)) {
            Link link = a.linkTo(b.listen("mem://tiny"));
            int accepted = 0;
            while (link.offer(1, new byte[0])) {
                accepted++;
            }
            assertEquals(10_000 / 32, accepted);
        }
    }

    @Test
    void anOfferIsRefusedAndRoomIsTold() throws Exception {
        try (Peer b = keeper(); Peer a = Peer.of(0)) {
            Link link = a.linkTo(b.listen("mem://offer"));
            Link back = b.await("up").link();
            CountDownLatch room = new CountDownLatch(1);
            link.onRoom(1, room::countDown);
            while (link.offer(1, new byte[968])) {
                assertEquals(1, room.getCount());
            }
            for (int i = 0; i < 10; i++) {
                back.release(1, take().length);
            }
            assertTrue(room.await(20, TimeUnit.SECONDS));
            assertTrue(link.offer(1, new byte[968]));
        }
    }

    @Test
    void anOfferWhileCutQueuesUntilFull() throws Exception {
        LinkOptions options = Peer.options().withQueue(256 << 10);
        try (Peer b = new Peer(1, options).texts(1);
                Proxy proxy = new Proxy(Address.parse("mem://cut-offer-proxy"), b.listen("mem://cut-offer"));
                Peer a = new Peer(0, options)) {
            Link link = a.linkTo(proxy.address());
            CountDownLatch room = new CountDownLatch(1);
            link.onRoom(1, room::countDown);
            proxy.refuse(true);
            proxy.cut();
            a.await("cut");
            int accepted = 0;
            while (link.offer(1, Peer.bytes("offer " + accepted))) {
                accepted++;
            }
            assertTrue(accepted > 10_000, "accepted " + accepted);
            assertTrue(link.stats().unacknowledged() <= 256 << 10, () -> link.stats().toString());
            proxy.refuse(false);
            assertTrue(room.await(20, TimeUnit.SECONDS));
            for (int i = 0; i < accepted; i++) {
                assertEquals("offer " + i, b.text());
            }
        }
    }

    @Test
    void aMessageLargerThanTheWindowArrives() throws Exception {
        try (Peer b = keeper(); Peer a = Peer.of(0)) {
            Link link = a.linkTo(b.listen("mem://larger"));
            Link back = b.await("up").link();
            for (int i = 0; i < 3; i++) {
                link.send(1, new byte[1_000_000 + i]);
                byte[] message = take();
                assertEquals(1_000_000 + i, message.length);
                assertFalse(link.offer(1, new byte[9_000]));
                back.release(1, message.length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mem://bulk", "tcp://127.0.0.1:0"})
    void aBulkTransferDoesNotHoldUpSmallMessages(String on) throws Exception {
        try (Peer b = new Peer(1, Peer.options()); Peer a = Peer.of(0)) {
            CompletableFuture<byte[]> bulk = new CompletableFuture<>();
            b.endpoint.channel(1, (from, message) -> bulk.complete(message));
            Echo echo = Echo.between(a.endpoint, b.endpoint, 2);
            Link link = a.linkTo(b.listen(on));
            int size = 200 << 20;
            assertTrue(link.offer(1, new byte[size]));
            int answers = 0;
            while (!bulk.isDone() && answers < 20) {
                assertEquals(5, echo.ask(link, new byte[5]).length);
                answers++;
            }
            assertEquals(20, answers, "small messages there and back during 200 MiB of bulk");
            assertEquals(size, bulk.get(30, TimeUnit.SECONDS).length);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1_000, 64 << 10, (64 << 10) + 1, 300_000})
    void thePieceOfAnArrayThatWasSentOrOfferedMayBeOverwritten(int size) throws Exception {
        try (Peer b = new Peer(1, Peer.options()); Peer a = Peer.of(0)) {
            b.endpoint.channel(1, (from, message) -> {
                kept.add(message);
                from.release(1, message.length);
            });
            Link link = a.linkTo(b.listen("mem://pieces"));
            byte[] reused = new byte[size + 10];
            for (int i = 0; i < 40; i++) {
                Arrays.fill(reused, (byte) i);
                if (i % 2 == 0 || !link.offer(1, reused, 7, size)) {
                    link.send(1, reused, 7, size);
                }
                Arrays.fill(reused, (byte) -1);
            }
            for (int i = 0; i < 40; i++) {
                byte[] expected = new byte[size];
                Arrays.fill(expected, (byte) i);
                assertArrayEquals(expected, take());
            }
            assertThrows(IndexOutOfBoundsException.class, () -> link.send(1, reused, 11, size));
            assertThrows(IndexOutOfBoundsException.class, () -> link.offer(1, reused, -1, size));
        }
    }

    @Test
    void aSmallOfferBehindALargeOneMayBeOverwrittenToo() throws Exception {
        try (Peer b = new Peer(1, Peer.options()); Peer a = Peer.of(0)) {
            b.endpoint.channel(1, (from, message) -> {
                kept.add(message);
                from.release(1, message.length);
            });
            Link link = a.linkTo(b.listen("mem://behind"));
            assertTrue(link.offer(1, new byte[3 << 20]));
            byte[] reused = {1, 2, 3};
            assertTrue(link.offer(1, reused));
            Arrays.fill(reused, (byte) 9);
            assertEquals(3 << 20, take().length);
            assertArrayEquals(new byte[]{1, 2, 3}, take());
        }
    }

    @Test
    void aMessageLargerThanThePeerAcceptsIsRefusedHere() throws Exception {
        try (Peer b = new Peer(1, Peer.options().withMaxMessage(1000)); Peer a = Peer.of(0)) {
            Link link = a.linkTo(b.listen("mem://max"));
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> link.send(1, new byte[1001]));
            assertTrue(e.getMessage().contains("1001") && e.getMessage().contains("1000"), e::getMessage);
            assertTrue(link.connected());
        }
    }

    @Test
    void aBlockedSenderCanBeInterruptedAndTheLinkLives() throws Exception {
        try (Peer b = keeper(); Peer a = Peer.of(0)) {
            Link link = a.linkTo(b.listen("tcp://127.0.0.1:0"));
            while (link.offer(1, new byte[968])) {
                assertTrue(link.connected());
            }
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            CountDownLatch sending = new CountDownLatch(1);
            Thread sender = Thread.ofPlatform().daemon().start(() -> {
                try {
                    sending.countDown();
                    link.send(1, new byte[5_000_000]);
                    interrupted.complete(false);
                } catch (InterruptedException e) {
                    interrupted.complete(true);
                }
            });
            sending.await();
            sender.interrupt();
            assertTrue(interrupted.get(20, TimeUnit.SECONDS));
            Thread.currentThread().interrupt();
            link.send(2, Peer.bytes("sent by an interrupted thread"));
            assertTrue(Thread.interrupted());
            assertEquals("sent by an interrupted thread", b.text());
            assertEquals(0, link.stats().reconnects());
        }
    }

    @Test
    void theMemoryOfABurstIsGivenBack() throws Exception {
        try (Peer b = new Peer(1, Peer.options()); Peer a = Peer.of(0)) {
            b.endpoint.channel(1, (from, message) -> from.release(1, message.length));
            Echo echo = Echo.between(a.endpoint, b.endpoint, 2);
            Link link = a.linkTo(b.listen("mem://burst"));
            int idle = link.outbound().memory();
            for (int i = 0; i < 100; i++) {
                assertTrue(link.offer(1, new byte[40_000]) || i > 90);
            }
            assertTrue(link.outbound().memory() > idle, () -> "never more than " + idle);
            echo.ask(link, new byte[1]);
            assertEquals(0, link.stats().unacknowledged());
            while (link.outbound().memory() > idle) {
                link.outbound().tick();
                echo.ask(link, new byte[1]);
                link.outbound().tick();
                link.outbound().tick();
            }
            assertEquals(16 << 10, idle);
        }
    }

    @Test
    void releasingTooMuchIsAMistakeThatIsSaid() throws Exception {
        try (Peer b = keeper(); Peer a = Peer.of(0)) {
            a.linkTo(b.listen("mem://release"));
            Link back = b.await("up").link();
            assertThrows(IllegalStateException.class, () -> back.release(1, 10));
        }
    }
}
