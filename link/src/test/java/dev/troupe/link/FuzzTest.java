package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Transport;
import dev.troupe.transport.TransportOptions;
import dev.troupe.transport.Transports;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Rubbish on the port, before and after a valid handshake: the endpoint stays up, its memory stays bounded, and a good peer notices
/// nothing. Counted are only frames the endpoint has begun to read as frames.
@Timeout(120)
class FuzzTest {
    private static final int SCRIPTED = 50_000;
    private static final int ON_SOCKETS = 1_500;
    private static final LinkOptions OPTIONS = Peer.options().withWindow(64 << 10).withMaxMessage(1 << 20);
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    private final LinkLog log = new LinkLog();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicInteger before = new AtomicInteger();
    private final AtomicInteger after = new AtomicInteger();
    /// The good peer asks once for so many frames.
    private final Semaphore pace = new Semaphore(0);
    private volatile boolean done;

    @Test
    void aHundredThousandMutatedFramesDisturbNobody() throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        threads.resetPeakThreadCount();
        int threadsBefore = threads.getThreadCount();
        long directBefore = settled(FuzzTest::direct);
        long heapBefore = settled(FuzzTest::heap);
        try (log;
                Endpoint victim = new Endpoint(new Identity(0, 1), Peer.TOKEN, OPTIONS, LinkWatcher.NONE);
                Peer good = new Peer(1, OPTIONS)) {
            victim.channel(1, (from, message) -> from.release(1, message.length));
            Echo echo = Echo.between(good.endpoint, victim, 2);
            Address tcp = victim.listen(Address.parse("tcp://127.0.0.1:0"));
            Address ipc = victim.listen(Address.parse("ipc://" + folder.resolve("fuzz.sock")));
            Link link = good.linkTo(tcp);
            Thread asking = thread(() -> ask(echo, link));
            List<Thread> strangers = List.of(thread(() -> knockByScript(victim, 100)),
                    thread(() -> intrudeByScript(victim, 101)),
                    thread(() -> onSockets(tcp, 102)), thread(() -> onSockets(ipc, 103)));
            for (Thread stranger : strangers) {
                stranger.join();
            }
            done = true;
            pace.release(50);
            asking.join();
            assertNull(failure.get(), () -> "failed: " + failure.get());
            assertTrue(before.get() >= SCRIPTED + 2 * ON_SOCKETS && after.get() >= SCRIPTED + 2 * ON_SOCKETS, before + " and " + after);
            assertTrue(good.events.isEmpty(), () -> "the good link was disturbed: " + good.events);
            assertEquals(0, link.stats().reconnects());
            assertTrue(link.stats().messagesIn() > 100, () -> link.stats().toString());
            assertTrue(victim.links().size() <= 1 + strangers.size(), () -> "links: " + victim.links());
            int mostThreads = threadsBefore + Strangers.MOST + 32;
            assertTrue(threads.getPeakThreadCount() < mostThreads, () -> "threads: " + threads.getPeakThreadCount());
            assertSettles("direct memory", FuzzTest::direct, directBefore + 16 * MIB);
            assertSettles("heap", FuzzTest::heap, heapBefore + 32 * MIB);
            for (int stranger = 101; stranger <= 103; stranger++) {
                victim.forget(stranger, "the test is over");
            }
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("troupe node 0 ")) {
                assertTrue(thread.join(Duration.ofSeconds(20)), () -> "still there: " + thread);
            }
        }
    }

    private interface Body {
        void run() throws Exception;
    }

    private Thread thread(Body body) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                body.run();
            } catch (Exception | AssertionError e) {
                failure.compareAndSet(null, e);
            }
        });
    }

    private void ask(Echo echo, Link link) throws Exception {
        while (!done) {
            pace.acquire(50);
            assertEquals(1_000, echo.ask(link, new byte[1_000]).length);
        }
    }

    private static long direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream().filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
    }

    private static long heap() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    // What buffers held is given back some time after the collection.
    private static void assertSettles(String what, LongSupplier memory, long most) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (settled(memory) > most) {
            assertTrue(System.nanoTime() < deadline, () -> what + " stays at " + memory.getAsLong() + ", more than " + most);
        }
    }

    private static long settled(LongSupplier memory) {
        System.gc();
        return memory.getAsLong();
    }

    private void seen(AtomicInteger counter, int frames) {
        counter.addAndGet(frames);
        pace.release(frames);
    }

    /// The first frame of a stranger, or the second after a good HELLO.
    private void knockByScript(Endpoint victim, int nodeId) {
        Mutations mutations = new Mutations(nodeId);
        Listener listener = new Listener(victim, null);
        for (int seen = 0; seen < SCRIPTED;) {
            boolean known = mutations.random.nextInt(4) == 0;
            Iterator<ByteBuffer> frames = (known
                    ? List.of(mutations.hello(nodeId), mutations.mutated(mutations.proof()))
                    : List.of(mutations.mutated(mutations.hello(nodeId)))).iterator();
            Script script = new Script(() -> frames.hasNext() ? frames.next() : null);
            listener.serve(script);
            seen += script.begun() - (known ? 1 : 0);
            seen(before, script.begun() - (known ? 1 : 0));
        }
    }

    /// A peer that has proven itself: frames until it is thrown out, and again.
    private void intrudeByScript(Endpoint victim, int nodeId) throws Exception {
        Mutations mutations = new Mutations(nodeId);
        Slot slot = victim.slots().take(nodeId);
        for (int seen = 0; seen < SCRIPTED;) {
            Script script = new Script(() -> mutations.mutated(mutations.frame()));
            Greeting greeting = new Greeting(mutations.random.nextLong(), false, 0, 1 << 20, 1 << 20);
            slot.admit(new Identity(nodeId, mutations.random.nextLong()), script, greeting).link().run(script, 0);
            seen += script.begun();
            seen(after, script.begun());
        }
    }

    /// The same with all that belongs to it, the handshake and real sockets.
    private void onSockets(Address place, int nodeId) throws IOException {
        Mutations mutations = new Mutations(nodeId);
        Transport transport = Transports.find(place);
        TransportOptions options = new TransportOptions(new Identity(nodeId, 1), Peer.TOKEN, Duration.ofSeconds(10),
                Encryption.BETWEEN_MACHINES);
        for (int i = 0; i < ON_SOCKETS; i++) {
            Connection connection = transport.dial(place, options);
            connection.write(mutations.mutated(mutations.hello(nodeId)));
            seen(before, 1);
            connection.close();
        }
        for (int seen = 0; seen < ON_SOCKETS;) {
            Connection connection = transport.dial(place, options);
            try {
                Handshake handshake = new Handshake(connection, new Identity(nodeId, mutations.random.nextLong()), Peer.TOKEN, "");
                handshake.hello();
                handshake.prove(new Greeting(mutations.random.nextLong(), false, 0, 1 << 20, 1 << 20));
                connection.write(mutations.mutated(mutations.frame()));
                seen++;
                seen(after, 1);
                awaitEnd(connection);
            } catch (RefusedException e) {
                // our last bytes were still being read: so we seem to live
            } finally {
                connection.close();
            }
        }
    }

    // Completes whatever was begun, and then is nonsense for certain.
    private static void awaitEnd(Connection connection) {
        byte[] nonsense = new byte[Frame.MAX_LENGTH + 8];
        Arrays.fill(nonsense, (byte) -1);
        ByteBuffer rest = ByteBuffer.allocate(1024);
        try {
            connection.write(ByteBuffer.wrap(nonsense));
            while (connection.read(rest.clear()) >= 0) {
                rest.clear();
            }
        } catch (IOException e) {
            // thrown out
        }
    }
}
