package dev.troupe.redis;

import static redis.clients.jedis.Protocol.Command.DEL;
import static redis.clients.jedis.Protocol.Command.GET;
import static redis.clients.jedis.Protocol.Command.PEXPIRE;
import static redis.clients.jedis.Protocol.Command.PTTL;
import static redis.clients.jedis.Protocol.Command.SCAN;
import static redis.clients.jedis.Protocol.Command.SET;

import dev.troupe.transport.Address;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The living processes of a group. Each process has a key there, which expires when the process stops refreshing it.
///
/// Not thread-safe. Entries made without the token are ignored.
public final class RedisMembers implements Closeable {
    private static final int PROOF = 32;

    /// A living process and its address.
    public record Member(Identity identity, Address address) {}

    private final Redis redis;
    private final Place place;
    private final Token token;
    private final Duration lifetime;

    /// `group` is any address in the group, e.g. `redis://host:6379/mygroup/0`.
    public static RedisMembers open(Address group, Token token, Duration timeout) throws IOException {
        Place place = Place.of(group);
        return new RedisMembers(Redis.connect(place, timeout), place, token, RedisTransport.LIFETIME);
    }

    RedisMembers(Redis redis, Place place, Token token, Duration lifetime) {
        this.redis = redis;
        this.place = place;
        this.token = token;
        this.lifetime = lifetime;
    }

    /// Adds this process. False if a living process has its node id. A crashed process is recognized within three seconds, because
    /// its key is no longer refreshed.
    public boolean join(Identity self) throws IOException {
        byte[] key = place.node(self.nodeId()).memberKey();
        byte[] value = value(self);
        if (redis.one(SET, key, value, "NX", "PX", lifetime.toMillis()) != null) {
            return true;
        }
        byte[] before = (byte[]) redis.one(GET, key);
        if (before != null && !Seal.same(before, value) && refreshed(key)) {
            return false;
        }
        redis.one(SET, key, value, "PX", lifetime.toMillis());
        return true;
    }

    /// Refreshes the key of this process. False if another process has taken its place.
    public boolean refresh(Identity self) throws IOException {
        byte[] key = place.node(self.nodeId()).memberKey();
        byte[] value = value(self);
        List<Object> answers = redis.send(Redis.call(SET, key, value, "NX", "PX", lifetime.toMillis()),
                Redis.call(GET, key));
        boolean ours = answers.get(1) instanceof byte[] found && Seal.same(found, value);
        if (ours) {
            redis.one(PEXPIRE, key, lifetime.toMillis());
        }
        return ours;
    }

    public void leave(Identity self) throws IOException {
        byte[] key = place.node(self.nodeId()).memberKey();
        if (redis.one(GET, key) instanceof byte[] found && Seal.same(found, value(self))) {
            redis.one(DEL, key);
        }
    }

    /// The living processes, by node id.
    public List<Member> members() throws IOException {
        List<Member> members = new ArrayList<>();
        String cursor = "0";
        do {
            List<?> page = (List<?>) redis.one(SCAN, cursor, "MATCH", place.memberPrefix() + "*", "COUNT", 1000);
            cursor = new String((byte[]) page.get(0), StandardCharsets.UTF_8);
            for (Object key : (List<?>) page.get(1)) {
                String name = new String((byte[]) key, StandardCharsets.UTF_8).substring(place.memberPrefix().length());
                if (name.matches("\\d{1,9}")) {
                    find(Integer.parseInt(name)).filter(member -> !members.contains(member)).ifPresent(members::add);
                }
            }
        } while (!cursor.equals("0"));
        members.sort(Comparator.comparingInt(member -> member.identity().nodeId()));
        return List.copyOf(members);
    }

    /// The living process with a node id, if there is one with our token.
    public Optional<Member> find(int nodeId) throws IOException {
        Place node = place.node(nodeId);
        if (!(redis.one(GET, node.memberKey()) instanceof byte[] value) || !genuine(node, value)) {
            return Optional.empty();
        }
        return Optional.of(new Member(new Identity(nodeId, ByteBuffer.wrap(value).getLong()), node.address()));
    }

    /// Whether a process with a different token is at this place.
    boolean stranger(int nodeId) throws IOException {
        Place node = place.node(nodeId);
        return redis.one(GET, node.memberKey()) instanceof byte[] value && !genuine(node, value);
    }

    @Override
    public void close() {
        redis.close();
    }

    /// A living process refreshes its key every second, which increases the key's time to live.
    private boolean refreshed(byte[] key) throws IOException {
        long left = (Long) redis.one(PTTL, key);
        long deadline = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        while (System.nanoTime() < deadline) {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for a sign of life of " + place.address(), e);
            }
            long now = (Long) redis.one(PTTL, key);
            if (now > left) {
                return true;
            }
            if (now < 0) {
                return false;
            }
            left = now;
        }
        return false;
    }

    private byte[] value(Identity self) {
        byte[] incarnation = ByteBuffer.allocate(8).putLong(self.incarnation()).array();
        return ByteBuffer.allocate(8 + PROOF).put(incarnation)
                .put(Seal.member(token, place.node(self.nodeId()), incarnation)).array();
    }

    private boolean genuine(Place node, byte[] value) {
        if (value.length != 8 + PROOF) {
            return false;
        }
        byte[] incarnation = java.util.Arrays.copyOf(value, 8);
        return Seal.same(java.util.Arrays.copyOfRange(value, 8, value.length), Seal.member(token, node, incarnation));
    }
}
