package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Rubbish on the port, before and after a valid handshake: the endpoint stays up, its memory stays bounded, and a good peer notices
/// nothing.
@Timeout(120)
class FuzzTest {
    private static final int FRAMES = 100_000;
    private static final int STRANGERS = 4;

    @TempDir
    Path folder;

    @Test
    void aHundredThousandMutatedFramesDisturbNobody() throws Exception {
        LinkOptions options = Peer.options().withWindow(64 << 10).withMaxMessage(1 << 20);
        try (Peer victim = new Peer(0, options); Peer good = new Peer(1, options)) {
            victim.endpoint.channel(1, (from, message) -> from.release(1, message.length));
            victim.endpoint.requests(2, (from, message) -> CompletableFuture.completedFuture(message));
            Address[] places = {victim.listen("mem://fuzz"), victim.listen("mem://fuzz-too"),
                    victim.listen("ipc://" + folder.resolve("fuzz.sock")),
                    victim.listen("tcp://127.0.0.1:0")};
            Link link = good.linkTo(places[3]);
            AtomicBoolean done = new AtomicBoolean();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            AtomicInteger answers = new AtomicInteger();
            Thread asking = thread(failure, () -> {
                while (!done.get()) {
                    assertEquals(1_000, link.request(2, new byte[1_000]).get(20, TimeUnit.SECONDS).length);
                    answers.incrementAndGet();
                    LockSupport.parkNanos(1_000_000);
                }
            });
            AtomicInteger before = new AtomicInteger(FRAMES / 2);
            AtomicInteger after = new AtomicInteger(FRAMES / 2);
            Thread[] strangers = new Thread[STRANGERS];
            for (int i = 0; i < STRANGERS; i++) {
                Stranger stranger = new Stranger(100 + i, places[i]);
                strangers[i] = thread(failure, () -> {
                    while (before.get() > 0) {
                        before.addAndGet(-stranger.knock());
                    }
                    while (after.get() > 0) {
                        after.addAndGet(-stranger.intrude());
                    }
                });
            }
            for (Thread stranger : strangers) {
                stranger.join();
            }
            done.set(true);
            asking.join();
            assertNull(failure.get(), () -> "failed: " + failure.get());
            assertTrue(good.events.isEmpty(), () -> "the good link was disturbed: " + good.events);
            assertEquals(0, link.stats().reconnects());
            assertTrue(answers.get() > 100, "answers: " + answers);
            assertTrue(victim.endpoint.links().size() <= 1 + STRANGERS, () -> "links: " + victim.endpoint.links());
            Peer.until("threads end", () -> ManagementFactory.getThreadMXBean().getThreadCount() < 60);
            System.gc();
            long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            assertTrue(used < 100 << 20, () -> "heap in use: " + used);
        }
    }

    private interface Body {
        void run() throws Exception;
    }

    private static Thread thread(AtomicReference<Throwable> failure, Body body) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                body.run();
            } catch (Exception | AssertionError e) {
                failure.compareAndSet(null, e);
            }
        });
    }

    /// Speaks the protocol badly.
    private static final class Stranger {
        private final Random random;
        private final int nodeId;
        private final Address place;
        private final Transport transport;
        private final TransportOptions options;

        Stranger(int nodeId, Address place) {
            this.random = new Random(nodeId);
            this.nodeId = nodeId;
            this.place = place;
            this.transport = Transports.find(place, false);
            this.options = new TransportOptions(new Identity(nodeId, 1), Peer.TOKEN, Duration.ofSeconds(10), null);
        }

        /// A frame before any proof; returns how many were sent.
        int knock() throws IOException {
            Connection connection = transport.dial(place, options);
            try {
                ByteBuffer hello = ByteBuffer.allocate(57).putInt(53).put(Frame.HELLO).putInt(Frame.MAGIC).putInt(Frame.VERSION)
                        .putInt(nodeId);
                if (random.nextInt(4) > 0) {
                    connection.write(mutated(hello.clear()));
                    return end(connection, 1);
                }
                connection.write(hello.clear());
                ByteBuffer proof = ByteBuffer.allocate(62).putInt(58).put(Frame.PROOF).putLong(random.nextLong());
                connection.write(mutated(proof.clear()));
                return end(connection, 1);
            } catch (IOException e) {
                return 1;
            } finally {
                connection.close();
            }
        }

        /// Frames after a valid handshake, until we are thrown out; returns how many were sent.
        int intrude() throws IOException {
            Connection connection = transport.dial(place, options);
            int sent = 0;
            try {
                Handshake handshake = new Handshake(connection, new Identity(nodeId, random.nextLong()), Peer.TOKEN);
                handshake.hello();
                handshake.prove(new Greeting(random.nextLong(), false, 0, 1 << 20, 1 << 20));
                for (; sent < 4; sent++) {
                    connection.write(mutated(frame()));
                }
                return end(connection, sent);
            } catch (RefusedException e) {
                // our last bytes were still being read: so we seem to live
                return 0;
            } catch (IOException e) {
                return sent + 1;
            } finally {
                connection.close();
            }
        }

        // Sometimes waits for what the other side does, sometimes just goes away.
        private int end(Connection connection, int sent) throws IOException {
            if (random.nextInt(3) == 0) {
                byte[] nonsense = new byte[Frame.MAX_LENGTH];
                Arrays.fill(nonsense, (byte) -1);
                connection.write(ByteBuffer.wrap(nonsense));
                ByteBuffer rest = ByteBuffer.allocate(1024);
                int read;
                do {
                    read = connection.read(rest.clear());
                } while (read >= 0);
            }
            return sent;
        }

        private ByteBuffer frame() {
            byte[] kinds = {Frame.PART, Frame.MESSAGE, Frame.REQUEST, Frame.REPLY, Frame.FAILURE, Frame.ACK, Frame.WINDOW, Frame.PING,
                    Frame.GOODBYE,
                    (byte) random.nextInt()};
            byte kind = kinds[random.nextInt(kinds.length)];
            int size = switch (kind) {
                case Frame.ACK, Frame.GOODBYE -> 8;
                case Frame.WINDOW -> 9;
                case Frame.PING -> 0;
                default -> 10 + random.nextInt(300);
            };
            ByteBuffer frame = ByteBuffer.allocate(5 + size).putInt(size + 1).put(kind);
            if (frame.hasRemaining()) {
                frame.put((byte) random.nextInt(3));
            }
            return frame.clear();
        }

        private ByteBuffer mutated(ByteBuffer frame) {
            switch (random.nextInt(8)) {
                case 0 -> frame.putInt(0, random.nextInt());
                case 1 -> frame.putInt(0, frame.getInt(0) + random.nextInt(7) - 3);
                case 2 -> frame.put(4, (byte) random.nextInt());
                case 3 -> frame.limit(random.nextInt(frame.limit()));
                case 4 -> {
                    byte[] noise = new byte[frame.limit()];
                    random.nextBytes(noise);
                    frame.put(noise).clear();
                }
                case 5 -> frame.put(random.nextInt(frame.limit()), (byte) (1 << random.nextInt(8)));
                case 6 -> frame.put(Math.min(5, frame.limit() - 1), (byte) random.nextInt());
                default -> {
                    for (int i = 0; i < 4; i++) {
                        frame.put(random.nextInt(frame.limit()), (byte) random.nextInt());
                    }
                }
            }
            return frame;
        }
    }
}
