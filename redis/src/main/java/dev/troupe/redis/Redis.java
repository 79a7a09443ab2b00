package dev.troupe.redis;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/// One socket to the server. Commands are sent in batches, and each command has one answer. Only `close` may be called from another thread.
final class Redis implements Closeable {
    /// How long to wait for the answer to a command, in addition to the time that the command itself may block.
    private static final int PATIENCE_MILLIS = 10_000;

    /// A command and its arguments.
    record Call(Command command, List<byte[]> arguments) {}

    private final Connection connection;
    private final String server;

    private Redis(Connection connection, String server) {
        this.connection = connection;
        this.server = server;
    }

    static Redis connect(Place place, Duration timeout) throws IOException {
        try {
            JedisClientConfig config = DefaultJedisClientConfig.builder().resp2()
                    .connectionTimeoutMillis(Math.clamp(timeout.toMillis(), 1, 60_000))
                    .socketTimeoutMillis(PATIENCE_MILLIS).build();
            Connection connection = new Connection(
                    once(new DefaultJedisSocketFactory(new HostAndPort(place.host(), place.port()), config)), config);
            connection.connect();
            return new Redis(connection, place.server());
        } catch (JedisException e) {
            throw failed(place.server(), e);
        }
    }

    static Call call(Command command, Object... arguments) {
        return new Call(command, Stream.of(arguments)
                .map(argument -> argument instanceof byte[] bytes ? bytes : Place.bytes(argument.toString())).toList());
    }

    /// The answers, in order. Throws an exception if an answer is an error.
    List<Object> send(Call... calls) throws IOException {
        return send(List.of(calls));
    }

    List<Object> send(List<Call> calls) throws IOException {
        try {
            for (Call call : calls) {
                connection.sendCommand(call.command(), call.arguments().toArray(byte[][]::new));
            }
            List<Object> answers = new ArrayList<>(calls.size());
            for (Object answer : connection.getMany(calls.size())) {
                if (answer instanceof JedisException e) {
                    throw e;
                }
                answers.add(answer);
            }
            return answers;
        } catch (JedisException e) {
            throw failed(server, e);
        }
    }

    Object one(Command command, Object... arguments) throws IOException {
        return send(call(command, arguments)).getFirst();
    }

    /// Also ends a command that waits in another thread.
    @Override
    public void close() {
        try {
            connection.forceDisconnect();
        } catch (IOException | JedisException e) {
            // the socket was already broken
            connection.setBroken();
        }
    }

    /// Jedis reconnects if it gets a command after its socket was closed. A command that races with `close` would then
    /// still be executed, and create keys again that the closing thread has just deleted.
    private static JedisSocketFactory once(JedisSocketFactory sockets) {
        AtomicBoolean used = new AtomicBoolean();
        return () -> {
            if (used.getAndSet(true)) {
                throw new JedisConnectionException("the connection is closed");
            }
            return sockets.createSocket();
        };
    }

    private static IOException failed(String server, JedisException e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new IOException("Redis at " + server + ": " + root.getMessage(), e);
    }
}
