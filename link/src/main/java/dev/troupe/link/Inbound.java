package dev.troupe.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// The receiving half of a session. Frames are handled under a lock of its own, never held while waiting for bytes, so that a
/// connection can be replaced between two batches: the number of bytes received is then exact.
final class Inbound {
    private static final int FIRST_BUFFER = 16 << 10;
    private static final int LARGEST_BUFFER = 256 << 10;
    private static final int ACK_EVERY = 64 << 10;

    final ReentrantLock lock = new ReentrantLock();
    private final Condition stir = lock.newCondition();
    private final Link link;
    private final LongSupplier clock;
    private final Inlet[] inlets = new Inlet[Endpoint.CHANNELS];
    private long count;
    private volatile long received;
    private volatile long heard;
    private long asked;
    private long messages;
    private long bytes;
    private boolean pinged;

    Inbound(Link link, LinkOptions options, LongSupplier clock) {
        this.link = link;
        this.clock = clock;
        for (int i = 0; i < inlets.length; i++) {
            inlets[i] = new Inlet(options.window(), options.maxMessage());
        }
    }

    /// Reads until the connection ends (returns) or fails (throws), or another one took its place (returns).
    void readOn(Connection connection) throws IOException {
        link.outbound().flush(false);
        ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_BUFFER);
        while (connection.read(buffer) >= 0) {
            heard = clock.getAsLong();
            boolean full = !buffer.hasRemaining();
            buffer.flip();
            lock.lock();
            try {
                if (!link.carriedBy(connection)) {
                    return;
                }
                link.announce();
                takeFrames(buffer);
            } finally {
                received = count;
                stir.signalAll();
                lock.unlock();
                link.settle();
            }
            buffer = makeRoom(buffer, full);
            afterBatch();
        }
    }

    private void afterBatch() {
        boolean ack = pinged || count - asked >= ACK_EVERY;
        if (ack) {
            pinged = false;
            asked = count;
        }
        link.outbound().flush(ack);
    }

    private static ByteBuffer makeRoom(ByteBuffer buffer, boolean full) {
        int needed = buffer.remaining() >= 4 ? buffer.getInt(buffer.position()) + 4 : 0;
        if ((full && buffer.capacity() < LARGEST_BUFFER) || needed > buffer.capacity()) {
            int capacity = buffer.capacity() * 2;
            while (capacity < needed) {
                capacity *= 2;
            }
            return ByteBuffer.allocateDirect(capacity).put(buffer);
        }
        return buffer.compact();
    }

    private void takeFrames(ByteBuffer buffer) throws IOException {
        while (buffer.remaining() >= 4) {
            int at = buffer.position();
            int length = buffer.getInt(at);
            if (length < 1 || length > Frame.MAX_LENGTH) {
                throw new NonsenseException(
                        "it sent a frame of " + (length & 0xffffffffL) + " bytes; at most " + Frame.MAX_LENGTH + " are allowed");
            }
            if (buffer.remaining() < length + 4) {
                return;
            }
            buffer.position(at + 5);
            takeFrame(buffer, buffer.get(at + 4), length - 1);
        }
    }

    private void takeFrame(ByteBuffer buffer, byte kind, int length) throws IOException {
        switch (kind) {
            case Frame.MESSAGE -> {
                int channel = channel(buffer, kind, length, 1);
                byte[] message = body(buffer, length - 1);
                Inlet inlet = inlets[channel];
                message = inlet.complete(message);
                inlet.deliver(message.length);
                numbered(length, message);
                link.endpoint().deliver(link, channel, message);
            }
            case Frame.PART -> {
                int channel = channel(buffer, kind, length, 1);
                inlets[channel].part(body(buffer, length - 1));
                count += length + 5;
            }
            case Frame.REQUEST -> {
                int channel = channel(buffer, kind, length, 9);
                long number = buffer.getLong();
                byte[] message = inlets[channel].complete(body(buffer, length - 9));
                inlets[channel].deliver(message.length);
                numbered(length, message);
                link.endpoint().answer(link, channel, number, message);
            }
            case Frame.REPLY, Frame.FAILURE -> {
                int channel = channel(buffer, kind, length, 9);
                long number = buffer.getLong();
                byte[] message = inlets[channel].complete(body(buffer, length - 9));
                numbered(length, message);
                link.requests().answered(kind, number, message);
            }
            case Frame.ACK -> {
                expect(kind, length, 8);
                link.outbound().acknowledged(buffer.getLong());
            }
            case Frame.WINDOW -> {
                int channel = channel(buffer, kind, length, 9);
                expect(kind, length, 9);
                link.outbound().consumed(channel, buffer.getLong());
            }
            case Frame.PING -> {
                expect(kind, length, 0);
                pinged = true;
            }
            case Frame.GOODBYE -> {
                expect(kind, length, 8);
                link.outbound().acknowledged(buffer.getLong());
                received = count;
                link.saidGoodbye();
            }
            default -> throw new NonsenseException("it sent a frame of unknown kind " + kind);
        }
    }

    private void numbered(int length, byte[] message) {
        count += length + 5;
        messages++;
        bytes += message.length;
    }

    private static int channel(ByteBuffer buffer, byte kind, int length, int least) throws NonsenseException {
        if (length < least) {
            throw new NonsenseException("it sent a frame of kind " + kind + " that is cut off after " + length + " bytes");
        }
        int channel = buffer.get();
        if (channel < 0 || channel >= Endpoint.CHANNELS) {
            throw new NonsenseException("it sent something for channel " + channel + "; there are " + Endpoint.CHANNELS);
        }
        return channel;
    }

    private static byte[] body(ByteBuffer buffer, int length) throws NonsenseException {
        if (length > Frame.MAX_BODY) {
            throw new NonsenseException(
                    "it sent a frame with " + length + " bytes of a message; at most " + Frame.MAX_BODY + " are allowed");
        }
        byte[] body = new byte[length];
        buffer.get(body);
        return body;
    }

    private static void expect(byte kind, int length, int exact) throws NonsenseException {
        if (length != exact) {
            throw new NonsenseException("it sent a frame of kind " + kind + " with " + length + " bytes, not " + exact);
        }
    }

    /// Bytes of whole numbered frames received so far.
    long received() {
        return received;
    }

    /// When bytes last arrived, in the time of the endpoint's clock.
    long heard() {
        return heard;
    }

    void hear() {
        heard = clock.getAsLong();
    }

    /// Under the lock: waits until something arrives or the connection ends; returns how much of the time is left.
    @SuppressWarnings("WaitNotInLoop") // the caller loops
    long awaitStir(long nanos) throws InterruptedException {
        return stir.awaitNanos(nanos);
    }

    /// Under the lock: the connection ended.
    void stirred() {
        stir.signalAll();
    }

    void release(int channel, int messages, long bytes) {
        if (inlets[channel].release(messages, bytes)) {
            link.outbound().windowDue(channel);
        }
    }

    long consumed(int channel) {
        return inlets[channel].consumed();
    }

    /// Channels on which the peer has ever sent, as bits.
    int used() {
        int bits = 0;
        for (int i = 0; i < inlets.length; i++) {
            bits |= inlets[i].used() ? 1 << i : 0;
        }
        return bits;
    }

    /// Channels of which the sender does not know all that was consumed, as bits.
    int unannounced() {
        int bits = 0;
        for (int i = 0; i < inlets.length; i++) {
            bits |= inlets[i].unannounced() ? 1 << i : 0;
        }
        return bits;
    }

    void failed(Connection connection) {
        link.failed(connection);
    }

    void guarded(String what, Runnable action) {
        link.endpoint().guarded(link, what, action);
    }

    LinkStats stats(Outbound outbound, long reconnects) {
        return outbound.stats(messages, bytes, reconnects);
    }
}
