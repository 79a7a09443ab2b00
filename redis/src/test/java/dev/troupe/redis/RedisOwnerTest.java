package dev.troupe.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static redis.clients.jedis.Protocol.Command.DEL;
import static redis.clients.jedis.Protocol.Command.XADD;
import static redis.clients.jedis.Protocol.Command.XDEL;
import static redis.clients.jedis.Protocol.Command.XRANGE;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import dev.troupe.transport.TransportOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Somebody who owns the Redis server, sees and changes everything there, and does not know the token.
@Timeout(60)
class RedisOwnerTest {
    private static final Token TOKEN = Token.of("the token of the tests");

    /// Two processes, connected.
    private record Pair(String id, Connection dialler, Connection listener) implements AutoCloseable {
        @Override
        public void close() {
            dialler.close();
            listener.close();
        }
    }

    private final RedisTransport transport = new RedisTransport();
    private RedisServer server;
    private Place place;
    private Redis owner;
    private Acceptor acceptor;

    @BeforeEach
    void start() throws IOException {
        server = RedisServer.start();
        Address address = Address.parse(server.address("owned", 1));
        place = Place.of(address);
        owner = Redis.connect(place, Duration.ofSeconds(5));
        acceptor = transport.listen(address, options(1));
    }

    @AfterEach
    void stop() throws IOException {
        acceptor.close();
        owner.close();
        server.close();
    }

    private static TransportOptions options(int node) {
        return new TransportOptions(new Identity(node, node), TOKEN, Duration.ofSeconds(5), Encryption.BETWEEN_MACHINES);
    }

    private CompletableFuture<Connection> accepting() {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return acceptor.accept();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private Pair connect() throws IOException {
        CompletableFuture<Connection> arriving = accepting();
        Connection dialled = transport.dial(place.address(), options(0));
        return new Pair(lastId(), dialled, arriving.join());
    }

    /// Of the connection that the listener was asked for last.
    private String lastId() throws IOException {
        return new String((byte[]) fields(entries(place.acceptKey()).getLast()).get(1), StandardCharsets.US_ASCII);
    }

    private List<?> entries(byte[] stream) throws IOException {
        return (List<?>) owner.one(XRANGE, stream, "-", "+");
    }

    private static List<?> fields(Object entry) {
        return (List<?>) ((List<?>) entry).get(1);
    }

    private byte[] stream(Pair pair, Direction from) {
        return place.streamKey(pair.id(), from);
    }

    private void copy(Object entry, byte[] into) throws IOException {
        Object[] command = Stream.concat(Stream.of(into, "*"), fields(entry).stream()).toArray();
        owner.one(XADD, command);
    }

    private static void write(Connection connection, String text) throws IOException {
        connection.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String read(Connection connection, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        while (bytes.hasRemaining()) {
            assertTrue(connection.read(bytes) > 0);
        }
        return new String(bytes.array(), StandardCharsets.UTF_8);
    }

    @Test
    void readsNothing() throws Exception {
        try (Pair pair = connect()) {
            write(pair.dialler(), "a sentence for one reader");
            byte[] sealed = (byte[]) fields(entries(stream(pair, Direction.DIALLER)).getLast()).get(3);
            assertFalse(new String(sealed, StandardCharsets.ISO_8859_1).contains("sentence"));
            assertEquals("a sentence for one reader", read(pair.listener(), 25));
        }
    }

    @Test
    void cannotReorderEntriesUnnoticed() throws Exception {
        try (Pair pair = connect()) {
            write(pair.dialler(), "1");
            write(pair.dialler(), "2");
            byte[] stream = stream(pair, Direction.DIALLER);
            Object first = entries(stream).get(1);
            copy(first, stream);
            owner.one(XDEL, stream, ((List<?>) first).getFirst());
            IOException e = assertThrows(IOException.class, () -> read(pair.listener(), 1));
            assertTrue(e.getMessage().startsWith("entries 0 to 0 of a dialler"), e.getMessage());
        }
    }

    @Test
    void cannotDropAnEntryUnnoticed() throws Exception {
        try (Pair pair = connect()) {
            write(pair.dialler(), "1");
            write(pair.dialler(), "2");
            write(pair.dialler(), "3");
            byte[] stream = stream(pair, Direction.DIALLER);
            owner.one(XDEL, stream, ((List<?>) entries(stream).get(2)).getFirst());
            assertEquals("1", read(pair.listener(), 1));
            IOException e = assertThrows(IOException.class, () -> read(pair.listener(), 1));
            assertTrue(e.getMessage().startsWith("entries 1 to 1 of a dialler"), e.getMessage());
        }
    }

    @Test
    void cannotChangeAnEntryUnnoticed() throws Exception {
        try (Pair pair = connect()) {
            write(pair.dialler(), "1");
            byte[] stream = stream(pair, Direction.DIALLER);
            Object real = entries(stream).getLast();
            List<?> fields = fields(real);
            for (int part : new int[]{1, 3}) {
                byte[] changed = ((byte[]) fields.get(part)).clone();
                changed[0] ^= 1;
                owner.one(XADD, stream, "*", "h", part == 1 ? changed : fields.get(1), "d", part == 3 ? changed : fields.get(3));
            }
            owner.one(XDEL, stream, ((List<?>) real).getFirst());
            copy(real, stream);
            assertEquals("1", read(pair.listener(), 1));
            assertEquals(2, ((RedisConnection) pair.listener()).ignored());
        }
    }

    @Test
    void cannotReflectEntriesNorMoveThemToAnotherConnection() throws Exception {
        try (Pair one = connect(); Pair other = connect()) {
            write(one.dialler(), "1");
            Object real = entries(stream(one, Direction.DIALLER)).getLast();
            copy(real, stream(one, Direction.ACCEPTOR));
            copy(real, stream(other, Direction.DIALLER));
            write(one.listener(), "2");
            write(other.dialler(), "3");
            assertEquals("2", read(one.dialler(), 1));
            assertEquals("3", read(other.listener(), 1));
            assertEquals(1, ((RedisConnection) one.dialler()).ignored());
            assertEquals(1, ((RedisConnection) other.listener()).ignored());
        }
    }

    /// A listener cannot know that a call is old. So what it says then is sealed with another key, and tied to another proof: the
    /// link's handshake, which has a nonce of the listener, fails.
    @Test
    void whoReplaysAConnectionGetsOtherKeysAndAnotherBinding() throws Exception {
        Object call;
        Object said;
        byte[] binding;
        String id;
        try (Pair pair = connect()) {
            id = pair.id();
            call = entries(place.acceptKey()).getLast();
            write(pair.dialler(), "hello");
            said = entries(place.streamKey(id, Direction.DIALLER)).getLast();
            read(pair.listener(), 5);
            write(pair.listener(), "challenge");
            read(pair.dialler(), 9);
            binding = pair.listener().binding();
            assertArrayEquals(binding, pair.dialler().binding());
        }
        for (Direction each : Direction.values()) {
            owner.one(DEL, place.streamKey(id, each));
            owner.one(XADD, place.streamKey(id, each), "0-1", "open", "1");
        }
        CompletableFuture<Connection> arriving = accepting();
        copy(call, place.acceptKey());
        copy(said, place.streamKey(id, Direction.DIALLER));
        try (Connection replayed = arriving.join()) {
            assertEquals("hello", read(replayed, 5));
            write(replayed, "challenge");
            assertFalse(Arrays.equals(binding, replayed.binding()));
        }
    }
}
