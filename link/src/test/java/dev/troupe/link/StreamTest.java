package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Address;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Streams beside sessions: what they carry, and how they end.
@Timeout(60)
class StreamTest {
    @TempDir
    static Path folder;

    private static byte[] noise(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static byte[] read(ByteStream stream, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        stream.readFully(bytes);
        return bytes.array();
    }

    @ParameterizedTest
    @EnumSource
    void bytesTravelBothWaysBesideASession(Way way) throws Exception {
        try (Peer a = new Peer(0, way.options()); Peer b = new Peer(1, way.options()).texts(1)) {
            b.endpoint.onStream(4, stream -> {
                assertEquals(a.endpoint.self(), stream.peer());
                int size = ByteBuffer.wrap(stream.request()).getInt();
                stream.write(ByteBuffer.wrap(read(stream, size)));
            });
            Address at = b.listen(way.address(folder, "both ways"));
            a.linkTo(at).send(1, Peer.bytes("a message"));
            for (int size : new int[]{0, 1, 16 << 10, 3_000_001}) {
                CompletableFuture<Void> written;
                try (ByteStream stream = a.endpoint.openStream(at, ByteBuffer.allocate(4).putInt(size).array())) {
                    assertEquals(b.endpoint.self(), stream.peer());
                    written = CompletableFuture.runAsync(() -> write(stream, noise(size)));
                    assertArrayEquals(noise(size), read(stream, size));
                    written.join();
                    assertEquals(-1, stream.read(ByteBuffer.allocate(1)));
                }
            }
            assertEquals("a message", b.text());
            assertEquals(1, a.endpoint.links().size());
        }
    }

    private static void write(ByteStream stream, byte[] bytes) {
        try {
            stream.write(ByteBuffer.wrap(bytes));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void partsOfFilesTravel(Way way) throws Exception {
        byte[] content = noise(2_500_000);
        Path from = Files.write(folder.resolve(way + ".from"), content);
        Path to = folder.resolve(way + ".to");
        try (Peer a = new Peer(0, way.options());
                Peer b = new Peer(1, way.options());
                FileChannel source = FileChannel.open(from);
                FileChannel target = FileChannel.open(to, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            b.endpoint.onStream(1, stream -> {
                stream.transferFrom(source, 1000, content.length - 1000);
                assertThrows(EOFException.class, () -> stream.transferFrom(source, content.length - 10, 20));
            });
            try (ByteStream stream = a.endpoint.openStream(b.listen(way.address(folder, "files")), new byte[0])) {
                stream.transferTo(target, 1000, content.length - 1000);
                read(stream, 10);
                assertEquals(-1, stream.read(ByteBuffer.allocate(1)));
            }
            byte[] arrived = Files.readAllBytes(to);
            for (int i = 1000; i < content.length; i++) {
                assertEquals(content[i], arrived[i]);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoClosesEndsTheOthersReadAndWrite(Way way) throws Exception {
        BlockingQueue<Exception> ends = new LinkedBlockingQueue<>();
        try (Peer a = new Peer(0, way.options()); Peer b = new Peer(1, way.options())) {
            b.endpoint.onStream(2, stream -> {
                assertEquals(-1, stream.read(ByteBuffer.allocate(1)));
                try {
                    while (true) {
                        stream.write(ByteBuffer.allocate(1 << 20));
                    }
                } catch (IOException e) {
                    ends.add(e);
                }
            });
            a.endpoint.openStream(b.listen(way.address(folder, "closes")), new byte[0]).close();
            assertTrue(ends.poll(20, TimeUnit.SECONDS) != null);
        }
    }

    @Test
    void closingTheEndpointEndsItsStreamsOnBothSides() throws Exception {
        CountDownLatch served = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        try (Peer a = Peer.of(0)) {
            ByteStream stream;
            try (Peer b = Peer.of(1)) {
                b.endpoint.onStream(1, each -> {
                    served.countDown();
                    assertThrows(IOException.class, () -> each.readFully(ByteBuffer.allocate(1)));
                    assertTrue(!Thread.currentThread().isInterrupted());
                    ended.countDown();
                });
                stream = a.endpoint.openStream(b.listen("tcp://127.0.0.1:0"), new byte[0]);
                assertTrue(served.await(20, TimeUnit.SECONDS));
            }
            assertTrue(ended.await(20, TimeUnit.SECONDS));
            assertThrows(IOException.class, () -> stream.readFully(ByteBuffer.allocate(1)));
        }
    }

    @Test
    void moreStreamsThanAllowedAreRefusedUntilOneEnds() throws Exception {
        try (Peer a = Peer.of(0); Peer b = Peer.of(1)) {
            b.endpoint.onStream(2, stream -> stream.read(ByteBuffer.allocate(1)));
            Address at = b.listen("tcp://127.0.0.1:0");
            ByteStream first = a.endpoint.openStream(at, new byte[0]);
            ByteStream second = a.endpoint.openStream(at, new byte[0]);
            BusyException busy = assertThrows(BusyException.class, () -> a.endpoint.openStream(at, new byte[0]));
            assertEquals("node 1 already serves 2 streams; try again later", busy.getMessage());
            first.write(ByteBuffer.allocate(1));
            assertEquals(-1, first.read(ByteBuffer.allocate(1)));
            ByteStream third = openWhenFree(a, at);
            second.close();
            third.close();
            first.close();
            assertEquals(0, a.endpoint.streams().size());
        }
    }

    /// The place is given back a moment after the stream has ended.
    private static ByteStream openWhenFree(Peer peer, Address at) throws IOException {
        while (true) {
            try {
                return peer.endpoint.openStream(at, new byte[0]);
            } catch (BusyException e) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void aNodeThatServesNoStreamsSaysSo() throws Exception {
        try (LinkLog _ = new LinkLog(); Peer a = Peer.of(0); Peer b = Peer.of(1)) {
            Address at = b.listen("mem://no streams");
            IOException e = assertThrows(IOException.class, () -> a.endpoint.openStream(at, new byte[0]));
            assertEquals("node 1 serves no streams; open them to another node", e.getMessage());
        }
    }

    @Test
    void nobodyThereIsSaidAndOnlyTheProcessMeantIsAsked() throws Exception {
        try (Peer a = Peer.of(0); Peer b = Peer.of(1)) {
            Address nowhere = Address.parse("mem://nowhere");
            IOException refused = assertThrows(IOException.class, () -> a.endpoint.openStream(nowhere, new byte[0]));
            assertTrue(refused.getMessage().contains("connection refused by mem://nowhere"), refused::getMessage);
            Address at = b.listen("mem://somebody else");
            IOException other = assertThrows(IOException.class, () -> a.endpoint.openStream(at, new byte[0], who -> who.nodeId() == 7));
            assertEquals("node 1 of another run listens on mem://somebody else now", other.getMessage());
            assertThrows(IllegalArgumentException.class, () -> a.endpoint.openStream(at, new byte[Frame.MAX_REQUEST + 1]));
        }
    }

    @Test
    void aHandlerThatFailsEndsItsStreamAndNothingElse() throws Exception {
        try (LinkLog log = new LinkLog(); Peer a = Peer.of(0); Peer b = Peer.of(1)) {
            b.endpoint.onStream(1, stream -> {
                throw new IllegalStateException("a bug");
            });
            Address at = b.listen("mem://fails");
            for (int i = 0; i < 2; i++) {
                assertEquals(-1, openWhenFree(a, at).read(ByteBuffer.allocate(1)));
            }
            String line = log.lines.poll(20, TimeUnit.SECONDS);
            assertTrue(line != null && line.contains("failed to serve a stream of node 0: java.lang.IllegalStateException: a bug"), line);
        }
    }

    @Test
    void aPeerThatIsSilentForTheTimeoutEndsTheStream() throws Exception {
        AtomicLong now = new AtomicLong(1);
        LinkOptions options = Peer.options().withTimeout(Duration.ofSeconds(10));
        try (Peer a = new Peer(0, options, now::get); Peer b = new Peer(1, options)) {
            CountDownLatch over = new CountDownLatch(1);
            b.endpoint.onStream(1, stream -> {
                try {
                    over.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            Address at = b.listen("mem://silent");
            ByteStream stream = a.endpoint.openStream(at, new byte[0]);
            CompletableFuture<Throwable> end = new CompletableFuture<>();
            Thread.ofPlatform().daemon()
                    .start(() -> end.complete(assertThrows(IOException.class, () -> stream.read(ByteBuffer.allocate(1)))));
            while (!end.isDone()) {
                now.addAndGet(TimeUnit.SECONDS.toNanos(4));
                a.endpoint.heart().beat();
            }
            assertEquals("node 1 at mem://silent was silent for 10000 ms", end.get().getMessage());
            over.countDown();
        }
    }

    @Test
    void aProcessThatWasItselfSuspendedBlamesNobody() throws Exception {
        AtomicLong now = new AtomicLong(1);
        LinkOptions options = Peer.options().withTimeout(Duration.ofSeconds(10));
        try (Peer a = new Peer(0, options, now::get); Peer b = new Peer(1, options)) {
            CountDownLatch ready = new CountDownLatch(1);
            b.endpoint.onStream(1, stream -> {
                read(stream, 1);
                ready.countDown();
                stream.write(ByteBuffer.allocate(1));
            });
            ByteStream stream = a.endpoint.openStream(b.listen("mem://suspended"), new byte[0]);
            for (int i = 0; i < 5; i++) {
                now.addAndGet(TimeUnit.SECONDS.toNanos(100));
                a.endpoint.heart().beat();
            }
            stream.write(ByteBuffer.allocate(1));
            assertTrue(ready.await(20, TimeUnit.SECONDS));
            read(stream, 1);
        }
    }
}
