package dev.troupe.redis;

import static redis.clients.jedis.Protocol.Command.DEL;
import static redis.clients.jedis.Protocol.Command.EXEC;
import static redis.clients.jedis.Protocol.Command.MULTI;
import static redis.clients.jedis.Protocol.Command.PEXPIRE;
import static redis.clients.jedis.Protocol.Command.XADD;
import static redis.clients.jedis.Protocol.Command.XREAD;
import static redis.clients.jedis.Protocol.Command.XTRIM;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.TransportOptions;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Waits for connection requests in this node's `accept` stream. The thread in `accept` also refreshes this node's membership, and
/// registers it again after a restart of Redis.
final class RedisAcceptor implements Acceptor {
    private static final int WAIT_MILLIS = 500;

    private final Place place;
    private final TransportOptions options;
    private final Duration lifetime;
    private final Complaint complaint = new Complaint();
    private final Set<String> open = ConcurrentHashMap.newKeySet();
    private final Deque<StreamEntry> asked = new ArrayDeque<>();
    private volatile Redis redis;
    private volatile boolean closed;
    private String last;

    private RedisAcceptor(Place place, TransportOptions options, Duration lifetime) {
        this.place = place;
        this.options = options;
        this.lifetime = lifetime;
    }

    static RedisAcceptor open(Place place, TransportOptions options, Duration lifetime) throws IOException {
        RedisAcceptor acceptor = new RedisAcceptor(place, options, lifetime);
        acceptor.connect();
        return acceptor;
    }

    @Override
    public Connection accept() throws IOException {
        while (!closed) {
            try {
                if (redis == null) {
                    connect();
                }
                Connection connection = asked.isEmpty() ? await() : take(asked.remove());
                if (connection != null) {
                    return connection;
                }
            } catch (IOException e) {
                disconnect();
                if (!closed) {
                    throw e;
                }
            }
        }
        throw new AsynchronousCloseException();
    }

    @Override
    public Address address() {
        return place.address();
    }

    @Override
    public void close() {
        closed = true;
        disconnect();
        try (Redis fresh = Redis.connect(place, Duration.ofSeconds(2))) {
            members(fresh).leave(options.self());
            fresh.one(DEL, place.acceptKey());
        } catch (IOException e) {
            // Redis is unreachable: our keys there expire
            return;
        }
    }

    private void connect() throws IOException {
        Redis fresh = Redis.connect(place, options.timeout());
        boolean joined = false;
        try {
            if (!members(fresh).join(options.self())) {
                throw new IOException("cannot listen on " + place.address() + ": a living process has node id "
                        + place.nodeId() + " in group " + place.group() + "; choose another node id or group");
            }
            long millis = lifetime.toMillis();
            fresh.send(Redis.call(MULTI), Redis.call(DEL, place.acceptKey()),
                    Redis.call(XADD, place.acceptKey(), "0-1", "open", "1"),
                    Redis.call(PEXPIRE, place.acceptKey(), millis), Redis.call(EXEC));
            last = "0-1";
            joined = true;
        } finally {
            if (!joined) {
                fresh.close();
            }
        }
        redis = fresh;
        if (closed) {
            fresh.close();
        }
    }

    private void disconnect() {
        Redis current = redis;
        redis = null;
        if (current != null) {
            current.close();
        }
    }

    /// Null if no request came within a while.
    private Connection await() throws IOException {
        Redis current = redis;
        if (current == null) {
            return null;
        }
        if (!members(current).refresh(options.self())) {
            throw new IOException("another process took node id " + place.nodeId() + " in group " + place.group());
        }
        List<Object> answers = current.send(Redis.call(PEXPIRE, place.acceptKey(), lifetime.toMillis()),
                Redis.call(XTRIM, place.acceptKey(), "MINID", last),
                Redis.call(XREAD, "COUNT", 64, "BLOCK", WAIT_MILLIS, "STREAMS", place.acceptKey(), last));
        if (answers.getFirst() instanceof Long found && found == 0) {
            throw new IOException("Redis at " + place.server() + " no longer knows " + place.address() + "; was it restarted?");
        }
        asked.addAll(StreamEntry.all(answers.getLast()));
        return null;
    }

    private Connection take(StreamEntry entry) throws IOException {
        last = entry.id();
        byte[] id = entry.field("id");
        byte[] mac = entry.field("mac");
        String name = id == null ? "" : new String(id, StandardCharsets.US_ASCII);
        Seal seal = new Seal(options.token(), place, name);
        if (!name.matches("[0-9a-f]{32}") || mac == null || !Seal.same(mac, seal.dial()) || !open.add(name)) {
            complaint.about("ignored a connection request to " + place.address() + " that was repeated or not made with our token");
            return null;
        }
        Redis reader = Redis.connect(place, options.timeout());
        try {
            return new RedisConnection(Redis.connect(place, options.timeout()), reader, seal, Direction.ACCEPTOR,
                    lifetime, () -> open.remove(name));
        } catch (IOException e) {
            open.remove(name);
            reader.close();
            throw e;
        }
    }

    private RedisMembers members(Redis through) {
        return new RedisMembers(through, place, options.token(), lifetime);
    }
}
