package dev.troupe.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static redis.clients.jedis.Protocol.Command.KEYS;
import static redis.clients.jedis.Protocol.Command.MEMORY;

import dev.troupe.link.Endpoint;
import dev.troupe.link.Link;
import dev.troupe.link.LinkOptions;
import dev.troupe.link.LinkWatcher;
import dev.troupe.link.Loss;
import dev.troupe.transport.Address;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Two endpoints that see each other only through Redis.
@Timeout(120)
class LinkOverRedisTest {
    private static final String SECRET = "the token of the tests";
    private static final String OTHER_SECRET = "another token of the tests";
    private static final int WINDOW = 256 * 1024;

    private RedisServer server;
    private Endpoint receiver;
    private Endpoint sender;
    private final BlockingQueue<Integer> received = new LinkedBlockingQueue<>();
    private final CompletableFuture<Link> up = new CompletableFuture<>();
    private final List<Loss> losses = new ArrayList<>();
    private volatile CountDownLatch gate = new CountDownLatch(0);

    @BeforeEach
    void startRedis() throws IOException {
        server = RedisServer.start();
    }

    @AfterEach
    void stop() throws IOException {
        gate.countDown();
        if (sender != null) {
            sender.close();
        }
        if (receiver != null) {
            receiver.close();
        }
        server.close();
    }

    @Test
    void messagesArriveInOrder() throws Exception {
        Link link = connect(SECRET).get(20, TimeUnit.SECONDS);
        for (int i = 0; i < 20_000; i++) {
            link.send(1, message(i, 100));
        }
        expect(0, 20_000);
    }

    @Test
    void largeMessagesArriveWhole() throws Exception {
        Link link = connect(SECRET).get(20, TimeUnit.SECONDS);
        for (int i = 0; i < 5; i++) {
            link.send(1, message(i, 2_000_000));
        }
        expect(0, 5);
    }

    @Test
    void whileTheReceiverStandsStillRedisHoldsNoMoreThanTheWindow() throws Exception {
        Link link = connect(SECRET).get(20, TimeUnit.SECONDS);
        gate = new CountDownLatch(1);
        AtomicInteger sent = new AtomicInteger();
        Thread sending = Thread.ofPlatform().start(() -> {
            try {
                for (int i = 0; i < 5_000; i++) {
                    link.send(1, message(i, 1_000));
                    sent.incrementAndGet();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        while (sending.getState() != Thread.State.WAITING && sending.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        while (sent.get() < WINDOW / 1_100) {
            Thread.onSpinWait();
        }
        try (Redis redis = Redis.connect(Place.of(address(1)), Duration.ofSeconds(5))) {
            assertTrue(bytesIn(redis) < 2 * WINDOW, "Redis holds " + bytesIn(redis) + " bytes");
        }
        assertTrue(sent.get() < 2 * WINDOW / 1_000, sent + " messages were sent");
        gate.countDown();
        sending.join();
        expect(0, 5_000);
    }

    @Test
    void afterARestartOfRedisNothingIsLostOrDoubled() throws Exception {
        sendWhileRedisIsAwayFor(Duration.ZERO);
    }

    /// Longer than it takes to think that the other process has ended.
    @Test
    void aRedisThatIsAwayForSecondsLosesAndDoublesNothing() throws Exception {
        sendWhileRedisIsAwayFor(Duration.ofSeconds(10));
    }

    private void sendWhileRedisIsAwayFor(Duration away) throws Exception {
        Link link = connect(SECRET).get(20, TimeUnit.SECONDS);
        CountDownLatch half = new CountDownLatch(1);
        Thread sending = Thread.ofPlatform().start(() -> {
            try {
                for (int i = 0; i < 30_000; i++) {
                    if (i == 15_000) {
                        half.countDown();
                    }
                    link.send(1, message(i, 200));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        half.await();
        server.kill();
        CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(away.toMillis(), TimeUnit.MILLISECONDS)).join();
        server.restart();
        sending.join();
        expect(0, 30_000);
        assertEquals(List.of(), losses);
        assertTrue(link.stats().reconnects() > 0);
    }

    @Test
    void anotherTokenIsToldToWhoDials() throws Exception {
        CompletableFuture<Link> never = connect(OTHER_SECRET);
        while (!sender.lastFailure(address(1)).orElse("").contains("has a different token")) {
            Thread.onSpinWait();
        }
        assertTrue(!never.isDone());
    }

    @Test
    void afterTheEndRedisIsEmpty() throws Exception {
        connect(SECRET).get(20, TimeUnit.SECONDS).send(1, message(0, 10));
        expect(0, 1);
        sender.close();
        receiver.close();
        try (Redis redis = Redis.connect(Place.of(address(1)), Duration.ofSeconds(5))) {
            while (!((List<?>) redis.one(KEYS, "*")).isEmpty()) {
                Thread.onSpinWait(); // a farewell nobody read stays for five seconds
            }
        }
    }

    private CompletableFuture<Link> connect(String sendersSecret) throws IOException {
        LinkOptions options = LinkOptions.defaults().withWindow(WINDOW).withQueue(1 << 20);
        receiver = new Endpoint(new Identity(1, 11), Token.of(SECRET), options, LinkWatcher.NONE);
        receiver.channel(1, (from, message) -> {
            awaitGate();
            received.add(ByteBuffer.wrap(message).getInt());
            from.release(1, message.length);
        });
        receiver.listen(address(1));
        sender = new Endpoint(new Identity(0, 10), Token.of(sendersSecret), options, new LinkWatcher() {
            @Override
            public void up(Link link) {
                up.complete(link);
            }

            @Override
            public void lost(Link link, Loss loss) {
                if (!loss.goodbye()) {
                    losses.add(loss);
                }
            }
        });
        sender.channel(1, (from, message) -> from.release(1, message.length));
        sender.dial(address(1));
        return up;
    }

    private void awaitGate() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void expect(int from, int to) throws InterruptedException {
        for (int i = from; i < to; i++) {
            assertEquals(i, received.poll(60, TimeUnit.SECONDS));
        }
        assertEquals(null, received.poll());
    }

    private static long bytesIn(Redis redis) throws IOException {
        long sum = 0;
        for (Object key : (List<?>) redis.one(KEYS, "*")) {
            sum += redis.one(MEMORY, "USAGE", key, "SAMPLES", 0) instanceof Long bytes ? bytes : 0;
        }
        return sum;
    }

    private Address address(int node) {
        return Address.parse(server.address("test", node));
    }

    private static byte[] message(int number, int size) {
        return ByteBuffer.allocate(size).putInt(number).array();
    }
}
