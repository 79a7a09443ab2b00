package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.troupe.transport.Address;
import dev.troupe.transport.Encryption;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Connections that break at any byte lose, double and reorder nothing, in both directions at once.
@Timeout(90)
class CutTest {

    @TempDir
    static Path folder;

    /// Checks that what arrives on a channel is 0, 1, 2 … with the right bytes.
    private static final class Counter implements Receiver {
        private final int channel;
        private final int messages;
        private final CompletableFuture<Void> complete = new CompletableFuture<>();
        private int next;

        Counter(int channel, int messages) {
            this.channel = channel;
            this.messages = messages;
        }

        @Override
        public void message(Link from, byte[] message) {
            int number = ByteBuffer.wrap(message).getInt();
            if (number != next || !Arrays.equals(message, made(channel, number))) {
                complete.completeExceptionally(new AssertionError("channel " + channel + " got " + number + " instead of " + next));
            }
            from.release(channel, message.length);
            if (++next == messages) {
                complete.complete(null);
            }
        }
    }

    private static int size(int channel, int number) {
        Random random = new Random(channel * 1_000_003L + number);
        return number % 400 == 399 ? 6 + random.nextInt(300_000) : 6 + random.nextInt(random.nextInt(2_000) + 1);
    }

    private static byte[] made(int channel, int number) {
        byte[] message = new byte[size(channel, number)];
        Arrays.fill(message, (byte) (number * 31));
        ByteBuffer.wrap(message).putInt(number);
        return message;
    }

    @ParameterizedTest
    @CsvSource({"tcp,1", "tcp,2", "tcp,3", "tcp,4", "tls,1", "tls,2", "ipc,5", "ipc,6", "ipc,7", "mem,8", "mem,9", "mem,10", "mem,11",
            "mem,12", "mem,13",
            "mem,14", "mem,15", "mem,16"})
    void randomCutsLoseDoubleAndReorderNothing(String scheme, long seed) throws Exception {
        Random random = new Random(seed);
        int messages = scheme.equals("tls") ? 800 : 4_000; // each cut costs a TLS handshake
        Counter[] counters = {new Counter(1, messages), new Counter(2, messages), new Counter(1, messages), new Counter(2, messages)};
        LinkOptions options = Peer.options().withEncryption(scheme.equals("tls") ? Encryption.ALWAYS : Encryption.NEVER);
        try (Peer b = new Peer(1, options)) {
            b.endpoint.channel(1, counters[2]);
            b.endpoint.channel(2, counters[3]);
            Address at = b.listen(address(scheme, "cut-b"));
            try (Proxy proxy = new Proxy(Address.parse(address(scheme, "cut-proxy")), at); Peer a = new Peer(0, options)) {
                a.endpoint.channel(1, counters[0]);
                a.endpoint.channel(2, counters[1]);
                Link ab = a.linkTo(proxy.address());
                Link ba = b.await("up").link();
                AtomicReference<Exception> failure = new AtomicReference<>();
                Thread[] senders = {sender(ab, 1, messages, failure), sender(ab, 2, messages, failure),
                        sender(ba, 1, messages, failure), sender(ba, 2, messages, failure)};
                while (!CompletableFuture.allOf(counters[0].complete, counters[1].complete, counters[2].complete, counters[3].complete)
                        .isDone()) {
                    proxy.cutAfter(random.nextInt(random.nextInt(20) == 0 ? 300 : 400_000));
                    proxy.awaitCut(300);
                    assertNull(failure.get(), () -> "sender failed: " + failure.get());
                }
                for (Counter counter : counters) {
                    counter.complete.get(1, TimeUnit.SECONDS);
                }
                for (Thread sender : senders) {
                    sender.join();
                }
                assertTrue(ab.stats().reconnects() > 0, () -> "never cut: " + ab.stats());
                assertEquals(2L * messages, ba.stats().messagesIn());
                assertTrue(a.endpoint.links().contains(ab) && b.endpoint.links().contains(ba));
            }
        }
    }

    private static String address(String scheme, String name) {
        return switch (scheme) {
            case "tcp", "tls" -> "tcp://127.0.0.1:0";
            case "ipc" -> "ipc://" + folder.resolve(name + ".sock");
            default -> "mem://" + name;
        };
    }

    private static Thread sender(Link link, int channel, int messages, AtomicReference<Exception> failure) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                for (int i = 0; i < messages; i++) {
                    link.send(channel, made(channel, i));
                }
            } catch (InterruptedException | RuntimeException e) {
                failure.set(e);
            }
        });
    }
}
