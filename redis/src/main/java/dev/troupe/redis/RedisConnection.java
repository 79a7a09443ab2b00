package dev.troupe.redis;

import static redis.clients.jedis.Protocol.Command.DEL;
import static redis.clients.jedis.Protocol.Command.PEXPIRE;
import static redis.clients.jedis.Protocol.Command.XADD;
import static redis.clients.jedis.Protocol.Command.XREAD;
import static redis.clients.jedis.Protocol.Command.XTRIM;

import dev.troupe.transport.Connection;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// A connection of two streams. It appends to one, reads from the other and deletes what it has read, and keeps both from expiring.
///
/// Only the dialling side creates streams, never this class. Both sides therefore notice when a stream is gone (Redis restarted, or the other side
/// closed), and nothing can be left behind.
final class RedisConnection implements Connection {
    private static final int LARGEST_ENTRY = 64 * 1024;
    private static final int ENTRIES_AT_ONCE = 16;
    private static final int WAIT_MILLIS = 1000;
    private static final long FAREWELL_MILLIS = 5_000;
    private static final long FAREWELL_PATIENCE_MILLIS = 500;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final byte DATA = 0;
    private static final byte END = 1;

    private final Redis writer;
    private final Redis reader;
    private final Seal seal;
    private final Direction self;
    private final byte[] out;
    private final byte[] in;
    private final Duration lifetime;
    private final Runnable onClose;
    private final Envelope ours;
    private final Complaint complaint = new Complaint();
    private final ReentrantLock writing = new ReentrantLock();
    private final AtomicBoolean closed = new AtomicBoolean();

    private final Deque<StreamEntry> arrived = new ArrayDeque<>();
    private ByteBuffer current = ByteBuffer.allocate(0);
    private String last = "0-1";
    private long received;
    /// The other side's envelope, which its first entry determines.
    private volatile Envelope theirs;
    private volatile boolean ended;
    private long sent;

    RedisConnection(Redis writer, Redis reader, Seal seal, Direction self, Duration lifetime) {
        this(writer, reader, seal, self, lifetime, () -> {});
    }

    RedisConnection(Redis writer, Redis reader, Seal seal, Direction self, Duration lifetime, Runnable onClose) {
        this.writer = writer;
        this.reader = reader;
        this.seal = seal;
        this.self = self;
        this.out = seal.place().streamKey(seal.connection(), self);
        this.in = seal.place().streamKey(seal.connection(), self.other());
        this.lifetime = lifetime;
        this.onClose = onClose;
        byte[] salt = new byte[Envelope.SALT];
        RANDOM.nextBytes(salt);
        this.ours = seal.envelope(self, salt);
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        while (!current.hasRemaining()) {
            if (ended) {
                return -1;
            }
            if (arrived.isEmpty()) {
                await();
            } else {
                open(arrived.remove());
            }
        }
        int count = Math.min(into.remaining(), current.remaining());
        into.put(into.position(), current, current.position(), count);
        into.position(into.position() + count);
        current.position(current.position() + count);
        return count;
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        writing.lock();
        try {
            writeAll(from);
        } finally {
            writing.unlock();
        }
    }

    private void writeAll(ByteBuffer from) throws IOException {
        checkOpen();
        while (from.hasRemaining()) {
            List<Redis.Call> calls = new ArrayList<>();
            while (from.hasRemaining() && calls.size() < ENTRIES_AT_ONCE) {
                byte[] bytes = new byte[Math.min(LARGEST_ENTRY, from.remaining())];
                from.get(bytes);
                calls.add(entry(DATA, bytes));
            }
            calls.add(Redis.call(PEXPIRE, out, lifetime.toMillis()));
            for (Object answer : send(writer, calls)) {
                if (answer == null) {
                    throw gone();
                }
            }
        }
    }

    /// The id of this connection and the salts of both sides, so that a proof made for one connection is not valid for another.
    @Override
    public byte[] binding() {
        byte[] ourSalt = ours.salt();
        byte[] theirSalt = theirs == null ? new byte[Envelope.SALT] : theirs.salt();
        boolean dialler = self == Direction.DIALLER;
        byte[] id = Place.bytes(seal.connection());
        return ByteBuffer.allocate(id.length + 2 * Envelope.SALT).put(id).put(dialler ? ourSalt : theirSalt)
                .put(dialler ? theirSalt : ourSalt).array();
    }

    @Override
    public String remote() {
        return self == Direction.DIALLER
                ? seal.place().address().toString()
                : "a dialler of " + seal.place().address();
    }

    /// The number of entries that were forged, changed or repeated.
    long ignored() {
        return complaint.count();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        reader.close();
        onClose.run();
        Thread farewell = Thread.ofPlatform().daemon().name("troupe-redis-farewell").start(this::farewell);
        try {
            farewell.join(Duration.ofMillis(FAREWELL_PATIENCE_MILLIS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// If the other side has ended, deletes both streams. Otherwise the other side still has to read ours, which stays for a moment. The closing thread
    /// does not do this itself, because it may have more to close and Redis may not answer.
    private void farewell() {
        try {
            if (!writing.tryLock(FAREWELL_PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                return; // a write is waiting for Redis; closing the socket ends it, and the streams expire
            }
            try {
                writer.send(ended
                        ? List.of(Redis.call(DEL, in, out))
                        : List.of(entry(END, new byte[0]), Redis.call(PEXPIRE, out, FAREWELL_MILLIS),
                                Redis.call(DEL, in)));
            } finally {
                writing.unlock();
            }
        } catch (IOException e) {
            System.getLogger("dev.troupe.redis").log(Level.DEBUG, "the streams of " + remote() + " will expire", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            writer.close();
        }
    }

    private Redis.Call entry(byte kind, byte[] bytes) {
        byte[] head = ours.head(kind, sent++);
        return Redis.call(XADD, out, "NOMKSTREAM", "*", "h", head, "d", ours.seal(head, bytes));
    }

    private void await() throws IOException {
        List<Object> answers = send(reader, List.of(Redis.call(PEXPIRE, in, lifetime.toMillis()),
                Redis.call(PEXPIRE, out, lifetime.toMillis()), Redis.call(XTRIM, in, "MINID", last),
                Redis.call(XREAD, "COUNT", ENTRIES_AT_ONCE, "BLOCK", WAIT_MILLIS, "STREAMS", in, last)));
        arrived.addAll(StreamEntry.all(answers.getLast()));
        if (arrived.isEmpty() && answers.getFirst() instanceof Long found && found == 0) {
            throw gone();
        }
    }

    /// Trusts nothing before it was decrypted.
    private void open(StreamEntry entry) throws IOException {
        last = entry.id();
        byte[] head = entry.field("h");
        byte[] sealed = entry.field("d");
        if (head == null || head.length != Envelope.HEAD || sealed == null) {
            complaint.about("ignored an unencrypted entry in a stream of " + remote());
            return;
        }
        byte kind = head[0];
        long counter = ByteBuffer.wrap(head).getLong(1);
        Envelope envelope = from(Arrays.copyOfRange(head, 9, head.length));
        Optional<byte[]> bytes = envelope == null || counter < received ? Optional.empty() : envelope.open(head, sealed);
        if (bytes.isEmpty()) {
            complaint.about("ignored a forged or repeated entry in a stream of " + remote());
            return;
        }
        theirs = envelope;
        if (counter > received) {
            throw new IOException("entries " + received + " to " + (counter - 1) + " of " + remote()
                    + " are missing; was Redis at " + seal.place().server() + " restarted?");
        }
        received++;
        if (kind == END) {
            ended = true;
        } else {
            current = ByteBuffer.wrap(bytes.get());
        }
    }

    /// Null if the other side has a different salt.
    private Envelope from(byte[] salt) {
        Envelope known = theirs;
        if (known == null) {
            return seal.envelope(self.other(), salt);
        }
        return known.saltedWith(salt) ? known : null;
    }

    private List<Object> send(Redis through, List<Redis.Call> calls) throws IOException {
        checkOpen();
        try {
            return through.send(calls);
        } catch (IOException e) {
            checkOpen();
            throw e;
        }
    }

    private void checkOpen() throws IOException {
        if (closed.get()) {
            throw new AsynchronousCloseException();
        }
    }

    private IOException gone() {
        return new IOException("the stream to " + remote() + " is gone from Redis at " + seal.place().server()
                + ": it was restarted, or the other side has closed");
    }
}
