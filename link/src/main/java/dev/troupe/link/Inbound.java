package dev.troupe.link;

import dev.troupe.transport.Connection;
import dev.troupe.transport.NonsenseException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// The receiving half of a session. Frames are handled under its own lock, which is never held while waiting for bytes. A connection can therefore
/// be replaced between two batches, and the number of received bytes is exact at that moment.
final class Inbound {
    private static final int FIRST_BUFFER = 16 << 10;
    private static final int LARGEST_BUFFER = 256 << 10;
    private static final int ACK_EVERY = 64 << 10;

    final ReentrantLock lock = new ReentrantLock();
    private final Condition stir = lock.newCondition();
    private final Link link;
    private final LongSupplier clock;
    private final Inlets inlets;
    private final Outbound outbound;
    private final Callbacks callbacks;
    private long count;
    private volatile long heard;
    private long asked;
    private long messages;
    private long bytes;
    private boolean pinged;

    Inbound(Link link, Inlets inlets, Outbound outbound, Callbacks callbacks, LongSupplier clock) {
        this.link = link;
        this.inlets = inlets;
        this.outbound = outbound;
        this.callbacks = callbacks;
        this.clock = clock;
    }

    /// Reads until the connection ends (returns), fails (throws) or is replaced by another one (returns).
    void readOn(Connection connection) throws IOException {
        outbound.flush(false);
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
                inlets.received(count);
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
        outbound.flush(ack);
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
                Inlet inlet = inlets.at(channel);
                message = inlet.complete(message);
                inlet.deliver(message.length);
                numbered(length, message);
                callbacks.deliver(link, channel, message);
            }
            case Frame.PART -> {
                int channel = channel(buffer, kind, length, 1);
                inlets.at(channel).part(body(buffer, length - 1));
                count += length + 5;
            }
            case Frame.ACK -> {
                expect(kind, length, 8);
                outbound.acknowledged(buffer.getLong());
            }
            case Frame.WINDOW -> {
                int channel = channel(buffer, kind, length, 9);
                expect(kind, length, 9);
                outbound.consumed(channel, buffer.getLong());
            }
            case Frame.PING -> {
                expect(kind, length, 0);
                pinged = true;
            }
            case Frame.GOODBYE -> {
                expect(kind, length, 8);
                outbound.acknowledged(buffer.getLong());
                inlets.received(count);
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
        if (channel < 0 || channel >= Frame.CHANNELS) {
            throw new NonsenseException("it sent data for channel " + channel + "; channels are 0 to " + (Frame.CHANNELS - 1));
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

    /// The bytes of whole numbered frames received so far.
    long received() {
        return inlets.received();
    }

    /// When bytes last arrived, by the endpoint's clock.
    long heard() {
        return heard;
    }

    void hear() {
        heard = clock.getAsLong();
    }

    /// Under the lock: waits until something arrives or the connection ends; returns the remaining time.
    @SuppressWarnings("WaitNotInLoop") // the caller loops
    long awaitStir(long nanos) throws InterruptedException {
        return stir.awaitNanos(nanos);
    }

    /// Under the lock: the connection ended.
    void stirred() {
        stir.signalAll();
    }

    void release(int channel, int messages, long bytes) {
        if (inlets.at(channel).release(messages, bytes)) {
            outbound.windowDue(channel);
        }
    }

    LinkStats stats(long reconnects) {
        return outbound.stats(messages, bytes, reconnects);
    }
}
