package dev.troupe.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static redis.clients.jedis.Protocol.Command.EXISTS;
import static redis.clients.jedis.Protocol.Command.KEYS;
import static redis.clients.jedis.Protocol.Command.SET;
import static redis.clients.jedis.Protocol.Command.XADD;
import static redis.clients.jedis.Protocol.Command.XRANGE;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import dev.troupe.transport.Transport;
import dev.troupe.transport.TransportOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RedisTransportTest {
    private static final String SECRET = "the token of the tests";
    private static final String OTHER_SECRET = "another token of the tests";
    private static RedisServer server;
    private static int groups;

    private final RedisTransport transport = new RedisTransport(Duration.ofMillis(1500));
    private final String group = "g" + groups++;
    private Redis redis;
    private Acceptor acceptor;
    private Connection dialled;
    private Connection accepted;

    @BeforeAll
    static void startRedis() throws IOException {
        server = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void connect() throws Exception {
        redis = Redis.connect(Place.of(address(1)), Duration.ofSeconds(5));
        acceptor = transport.listen(address(1), options(1, SECRET));
        CompletableFuture<Connection> arriving = accepting(acceptor);
        dialled = transport.dial(address(1), options(0, SECRET));
        accepted = arriving.get(10, TimeUnit.SECONDS);
    }

    @AfterEach
    void close() throws IOException {
        dialled.close();
        accepted.close();
        acceptor.close();
        redis.close();
    }

    @Test
    void isFoundByItsScheme() {
        assertTrue(ServiceLoader.load(Transport.class).stream().anyMatch(found -> found.get().scheme().equals("redis")));
    }

    @Test
    void bytesArriveInOrderBothWays() throws Exception {
        byte[] sent = new byte[3_000_000];
        new Random(1).nextBytes(sent);
        CompletableFuture<byte[]> there = reading(accepted, sent.length);
        CompletableFuture<byte[]> back = reading(dialled, 5);
        accepted.write(ByteBuffer.wrap("hello".getBytes(StandardCharsets.UTF_8)));
        for (int at = 0; at < sent.length;) {
            int count = Math.min(sent.length - at, 1 + new Random(at).nextInt(300_000));
            dialled.write(ByteBuffer.wrap(sent, at, count));
            at += count;
        }
        assertArrayEquals(sent, there.get(20, TimeUnit.SECONDS));
        assertEquals("hello", new String(back.get(20, TimeUnit.SECONDS), StandardCharsets.UTF_8));
    }

    @Test
    void whatWasReadIsRemoved() throws Exception {
        for (int i = 0; i < 50; i++) {
            dialled.write(ByteBuffer.allocate(1000));
            reading(accepted, 1000).get(10, TimeUnit.SECONDS);
        }
        CompletableFuture<byte[]> next = reading(accepted, 1);
        until(() -> entries(Direction.DIALLER) <= 1);
        dialled.write(ByteBuffer.allocate(1));
        next.get(10, TimeUnit.SECONDS);
    }

    @Test
    void forgedAndRepeatedEntriesAreIgnored() throws Exception {
        byte[] stream = stream(Direction.DIALLER);
        redis.one(XADD, stream, "*", "h", new byte[Envelope.HEAD], "d", "evil, and a tag that is wrong");
        redis.one(XADD, stream, "*", "nonsense", "x");
        dialled.write(ByteBuffer.wrap(new byte[]{1}));
        List<?> real = (List<?>) ((List<?>) redis.one(XRANGE, stream, "-", "+")).getLast();
        List<?> fields = (List<?>) real.get(1);
        redis.one(XADD, stream, "*", fields.get(0), fields.get(1), fields.get(2), fields.get(3));
        dialled.write(ByteBuffer.wrap(new byte[]{2}));

        assertArrayEquals(new byte[]{1, 2}, reading(accepted, 2).get(10, TimeUnit.SECONDS));
        assertEquals(3, ((RedisConnection) accepted).ignored());
    }

    @Test
    void aForgedCallIsNotAnswered() throws Exception {
        Place place = Place.of(address(1));
        redis.one(XADD, place.acceptKey(), "*", "id", "0".repeat(32), "mac", new byte[32]);
        CompletableFuture<Connection> arriving = accepting(acceptor);
        try (Connection second = transport.dial(address(1), options(2, SECRET));
                Connection real = arriving.get(10, TimeUnit.SECONDS)) {
            second.write(ByteBuffer.wrap(new byte[]{7}));
            assertArrayEquals(new byte[]{7}, reading(real, 1).get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void anotherTokenIsRefusedWithASentence() {
        IOException e = assertThrows(IOException.class, () -> transport.dial(address(1), options(0, OTHER_SECRET)));
        assertTrue(e.getMessage().contains("has a different token"), e.getMessage());
    }

    @Test
    void whereNobodyListensTheCallIsRefused() {
        IOException e = assertThrows(IOException.class, () -> transport.dial(address(9), options(0, SECRET)));
        assertEquals("connection refused by " + address(9) + ": no process listens there", e.getMessage());
    }

    @Test
    void aPlaceThatIsTakenIsNamed() throws Exception {
        CompletableFuture<Connection> listening = accepting(acceptor);
        IOException e = assertThrows(IOException.class, () -> transport.listen(address(1),
                new TransportOptions(new Identity(1, 99), Token.of(SECRET), Duration.ofSeconds(5), null)));
        assertTrue(e.getMessage().contains("a living process has node id 1 in group " + group), e.getMessage());
        acceptor.close();
        assertThrows(Exception.class, () -> listening.get(10, TimeUnit.SECONDS));
    }

    @Test
    void theOtherSideReadsTheEndAfterAClose() throws Exception {
        dialled.write(ByteBuffer.wrap(new byte[]{1}));
        dialled.close();
        assertArrayEquals(new byte[]{1}, reading(accepted, 1).get(10, TimeUnit.SECONDS));
        assertEquals(-1, accepted.read(ByteBuffer.allocate(1)));
    }

    @Test
    void closingUnblocksAReader() throws Exception {
        CompletableFuture<byte[]> reading = reading(accepted, 1);
        accepted.close();
        assertThrows(Exception.class, () -> reading.get(10, TimeUnit.SECONDS));
    }

    @Test
    void aCommandAfterACloseIsNotCarriedOut() throws Exception {
        var closed = Redis.connect(Place.of(address(1)), Duration.ofSeconds(5));
        closed.close();
        assertThrows(IOException.class, () -> closed.one(SET, "troupe:" + group + ":left", "1"));
        assertEquals(0L, redis.one(EXISTS, "troupe:" + group + ":left"));
    }

    @Test
    void closingRemovesAllKeys() throws Exception {
        dialled.close();
        assertEquals(-1, accepted.read(ByteBuffer.allocate(1)));
        accepted.close();
        acceptor.close();
        assertEquals(List.of(), keys());
    }

    @Test
    void aCrashLeavesNothingBehind() throws Exception {
        dialled.write(ByteBuffer.allocate(1000));
        assertTrue(keys().size() >= 4);
        until(() -> keys().isEmpty()); // nobody reads, so nobody refreshes
    }

    @Test
    void aLivingConnectionOutlivesItsKeysLifetime() throws Exception {
        CompletableFuture<byte[]> there = reading(accepted, 1);
        CompletableFuture<byte[]> back = reading(dialled, 1);
        CompletableFuture<Void> later = CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(4, TimeUnit.SECONDS));
        later.get(20, TimeUnit.SECONDS);
        dialled.write(ByteBuffer.wrap(new byte[]{1}));
        accepted.write(ByteBuffer.wrap(new byte[]{2}));
        assertArrayEquals(new byte[]{1}, there.get(10, TimeUnit.SECONDS));
        assertArrayEquals(new byte[]{2}, back.get(10, TimeUnit.SECONDS));
    }

    @Test
    void membersAreListedWhileTheyLive() throws Exception {
        try (RedisMembers members = RedisMembers.open(address(0), Token.of(SECRET), Duration.ofSeconds(5))) {
            assertTrue(members.join(new Identity(0, 77)));
            assertTrue(members.refresh(new Identity(0, 77)));
            assertEquals(List.of(new RedisMembers.Member(new Identity(0, 77), address(0)),
                    new RedisMembers.Member(new Identity(1, 1), address(1))), members.members());
            members.leave(new Identity(0, 77));
            assertEquals(1, members.members().size());
        }
        try (RedisMembers strangers = RedisMembers.open(address(0), Token.of(OTHER_SECRET), Duration.ofSeconds(5))) {
            assertEquals(List.of(), strangers.members());
        }
    }

    @Test
    void anAddressWithoutGroupIsExplained() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> Place.of(Address.parse("redis://host:1")));
        assertTrue(e.getMessage().contains("redis://host:port/group/nodeId"), e.getMessage());
    }

    private Address address(int node) {
        return Address.parse(server.address(group, node));
    }

    private static TransportOptions options(int node, String secret) {
        return new TransportOptions(new Identity(node, node), Token.of(secret), Duration.ofSeconds(5), null);
    }

    private byte[] stream(Direction direction) throws IOException {
        String name = keys().stream().filter(key -> key.endsWith(":" + direction.name().toLowerCase(java.util.Locale.ROOT)))
                .findFirst().orElseThrow();
        return Place.bytes(name);
    }

    private int entries(Direction direction) throws IOException {
        return ((List<?>) redis.one(XRANGE, stream(direction), "-", "+")).size();
    }

    private List<String> keys() throws IOException {
        List<String> names = new ArrayList<>();
        for (Object key : (List<?>) redis.one(KEYS, "troupe:" + group + ":*")) {
            names.add(new String((byte[]) key, StandardCharsets.UTF_8));
        }
        return names;
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void until(Condition condition) throws IOException {
        while (!condition.holds()) {
            Thread.onSpinWait();
        }
    }

    private static CompletableFuture<Connection> accepting(Acceptor acceptor) {
        return inThread(acceptor::accept);
    }

    private static CompletableFuture<byte[]> reading(Connection connection, int count) {
        return inThread(() -> {
            ByteBuffer into = ByteBuffer.allocate(count);
            while (into.hasRemaining()) {
                if (connection.read(into) < 0) {
                    throw new IOException("ended");
                }
            }
            return into.array();
        });
    }

    private interface Work<T> {
        T run() throws Exception;
    }

    private static <T> CompletableFuture<T> inThread(Work<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                result.complete(work.run());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }
}
