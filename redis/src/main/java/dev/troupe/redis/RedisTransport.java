package dev.troupe.redis;

import static redis.clients.jedis.Protocol.Command.EXEC;
import static redis.clients.jedis.Protocol.Command.MULTI;
import static redis.clients.jedis.Protocol.Command.PEXPIRE;
import static redis.clients.jedis.Protocol.Command.XADD;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Transport;
import dev.troupe.transport.TransportOptions;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// `redis://host:port/group/nodeId`: connections through streams of a Redis server, one for each direction.
///
/// Every entry is encrypted and authenticated with a key derived from the token. All keys in Redis expire when they are not refreshed, so a crash leaves nothing behind.
public final class RedisTransport implements Transport {
    static final Duration LIFETIME = Duration.ofSeconds(30);
    /// The lifetime of streams that neither side reads yet: a process may end between its connection request and the connection.
    private static final Duration UNANSWERED_LIFETIME = Duration.ofSeconds(10);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Duration lifetime;

    public RedisTransport() {
        this(LIFETIME);
    }

    /// `lifetime`: how long keys outlive a crash.
    RedisTransport(Duration lifetime) {
        this.lifetime = lifetime;
    }

    @Override
    public String scheme() {
        return "redis";
    }

    @Override
    public Connection dial(Address to, TransportOptions options) throws IOException {
        Place place = Place.of(to);
        Redis redis = Redis.connect(place, options.timeout());
        boolean dialled = false;
        try {
            RedisMembers members = new RedisMembers(redis, place, options.token(), lifetime);
            if (members.find(place.nodeId()).isEmpty()) {
                throw new IOException(members.stranger(place.nodeId())
                        ? "node " + place.nodeId() + " of group " + place.group() + " on Redis at " + place.server()
                                + " has a different token than this process (" + options.token().origin()
                                + "); copy the token from one machine to the other"
                        : "connection refused by " + to + ": no process listens there");
            }
            Seal seal = new Seal(options.token(), place, newId());
            RedisConnection connection = new RedisConnection(redis, Redis.connect(place, options.timeout()), seal,
                    Direction.DIALLER, lifetime);
            try {
                ask(redis, seal);
            } catch (IOException e) {
                connection.close();
                throw e;
            }
            dialled = true;
            return connection;
        } finally {
            if (!dialled) {
                redis.close();
            }
        }
    }

    @Override
    public Acceptor listen(Address on, TransportOptions options) throws IOException {
        return RedisAcceptor.open(Place.of(on), options, lifetime);
    }

    @Override
    public Map<Integer, Address> members(Address self, TransportOptions options) throws IOException {
        Map<Integer, Address> found = new TreeMap<>();
        try (RedisMembers group = RedisMembers.open(self, options.token(), options.timeout())) {
            group.members().forEach(member -> found.put(member.identity().nodeId(), member.address()));
        }
        return found;
    }

    /// Creates both streams with their expiry, and notifies the acceptor, in one transaction.
    private void ask(Redis redis, Seal seal) throws IOException {
        Place place = seal.place();
        byte[] there = place.streamKey(seal.connection(), Direction.DIALLER);
        byte[] back = place.streamKey(seal.connection(), Direction.ACCEPTOR);
        long millis = Math.min(lifetime.toMillis(), UNANSWERED_LIFETIME.toMillis());
        List<?> results = (List<?>) redis.send(Redis.call(MULTI), Redis.call(XADD, there, "0-1", "open", "1"),
                Redis.call(PEXPIRE, there, millis), Redis.call(XADD, back, "0-1", "open", "1"),
                Redis.call(PEXPIRE, back, millis),
                Redis.call(XADD, place.acceptKey(), "NOMKSTREAM", "*", "id", seal.connection(), "mac", seal.dial()),
                Redis.call(EXEC)).getLast();
        if (results == null || results.getLast() == null) {
            throw new IOException("connection refused by " + place.address() + ": no process listens there");
        }
    }

    private static String newId() {
        byte[] id = new byte[16];
        RANDOM.nextBytes(id);
        return HexFormat.of().formatHex(id);
    }
}
