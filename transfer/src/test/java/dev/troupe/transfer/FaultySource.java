package dev.troupe.transfer;

import dev.troupe.link.ByteStream;
import dev.troupe.link.StreamHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;

/// Node 1, which has an object and does not serve it well.
final class FaultySource implements StreamHandler {
    enum Fault {
        /// Closes the stream in the middle of a chunk.
        BREAKS,
        /// Stops in the middle of a chunk, until the test is over.
        STALLS,
        /// Sends other bytes than it has the sum of.
        DAMAGES
    }

    private final Fault fault;
    private final byte[] content;
    private final int good;
    private final int[] peers;
    private final AtomicInteger sent = new AtomicInteger();
    final CountDownLatch faulty = new CountDownLatch(1);
    final CountDownLatch over = new CountDownLatch(1);

    /// @param good how many chunks it sends before
    /// @param peers nodes that it names as other sources
    FaultySource(Fault fault, byte[] content, int good, int... peers) {
        this.fault = fault;
        this.content = content;
        this.good = good;
        this.peers = peers.clone();
    }

    @Override
    public void handle(ByteStream stream) throws IOException {
        Talk talk = new Talk(stream);
        talk.say(1).say(Talk.HERE).send();
        for (int command = talk.command(); command >= 0; command = talk.command()) {
            switch (command) {
                case Talk.PEERS -> {
                    talk.say(peers.length);
                    for (int peer : peers) {
                        talk.say(peer);
                    }
                    talk.send();
                }
                case Talk.ASK -> {
                    BitSet wanted = talk.hearSet();
                    talk.say(wanted.nextSetBit(0)).send();
                }
                case Talk.TAKE -> take(stream, talk, talk.hear());
                default -> throw new IOException("unknown command " + command);
            }
        }
    }

    private void take(ByteStream stream, Talk talk, int chunk) throws IOException {
        byte[] bytes = new byte[Math.min(TestNode.CHUNK, content.length - chunk * TestNode.CHUNK)];
        System.arraycopy(content, chunk * TestNode.CHUNK, bytes, 0, bytes.length);
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        talk.say(bytes.length).say((int) sum.getValue()).send();
        if (sent.getAndIncrement() < good) {
            stream.write(ByteBuffer.wrap(bytes));
            return;
        }
        faulty.countDown();
        switch (fault) {
            case BREAKS -> {
                stream.write(ByteBuffer.wrap(bytes, 0, bytes.length / 2));
                throw new IOException("broken");
            }
            case STALLS -> {
                stream.write(ByteBuffer.wrap(bytes, 0, bytes.length / 2));
                try {
                    over.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
            case DAMAGES -> {
                bytes[bytes.length / 2] ^= 1;
                stream.write(ByteBuffer.wrap(bytes));
            }
        }
    }
}
