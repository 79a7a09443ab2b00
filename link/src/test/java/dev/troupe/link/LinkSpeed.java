package dev.troupe.link;

import dev.troupe.transport.Address;
import dev.troupe.transport.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Measures a link against a raw socket between two processes. Run by hand, on a quiet machine:
/// `java -cp transport/target/classes:link/target/classes:link/target/test-classes dev.troupe.link.LinkSpeed`
final class LinkSpeed {
    private static final long SECONDS = Long.getLong("seconds", 3);
    private static final int PINGS = 20_000;

    private LinkSpeed() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            serve();
            return;
        }
        Process server = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path"),
                LinkSpeed.class.getName(), "serve").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var out = server.inputReader()) {
            int rawPort = Integer.parseInt(out.readLine());
            Address at = Address.parse(out.readLine());
            CompletableFuture<Link> up = new CompletableFuture<>();
            try (Endpoint endpoint = new Endpoint(new Identity(0, 1), Peer.TOKEN, LinkOptions.defaults(), new LinkWatcher() {
                @Override
                public void up(Link link) {
                    up.complete(link);
                }
            }); SocketChannel raw = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), rawPort))) {
                raw.setOption(StandardSocketOptions.TCP_NODELAY, true);
                Bounce bounce = new Bounce();
                endpoint.channel(2, bounce);
                endpoint.dial(at);
                Link link = up.get(10, TimeUnit.SECONDS);
                for (int round = 0; round < 3; round++) {
                    double raw64 = rawFlood(raw, 64 << 10);
                    double small = flood(bounce, link, 100);
                    double large = flood(bounce, link, 10_000);
                    double bulk = flood(bounce, link, 4 << 20);
                    System.out.printf(
                            "raw %.0f MB/s; 100 B: %.2f M/s (%.0f %% of raw bytes); 10 KB: %.0f MB/s (%.0f %%); 4 MiB: %.0f MB/s (%.0f %%)%n",
                            raw64 / 1e6, small / 1e8, 100 * small / raw64, large / 1e6, 100 * large / raw64, bulk / 1e6,
                            100 * bulk / raw64);
                    long[] rawPing = rawPings(raw);
                    long[] ping = bounce.pings(link, PINGS);
                    System.out.printf(
                            "round trip p50/p99: raw %.1f/%.1f us; message there and back %.1f/%.1f us (x%.2f)%n",
                            rawPing[0] / 1e3, rawPing[1] / 1e3, ping[0] / 1e3, ping[1] / 1e3, (double) ping[0] / rawPing[0]);
                }
                System.out.println(link.stats());
            }
        } finally {
            server.destroy();
        }
    }

    private static void serve() throws Exception {
        try (ServerSocketChannel raw = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                Endpoint endpoint = new Endpoint(new Identity(1, 2), Peer.TOKEN, LinkOptions.defaults(), LinkWatcher.NONE)) {
            endpoint.channel(1, (from, message) -> from.release(1, message.length));
            endpoint.channel(2, (from, message) -> {
                from.release(2, message.length);
                from.offer(2, message);
            });
            System.out.println(raw.socket().getLocalPort());
            System.out.println(endpoint.listen(Address.parse("tcp://127.0.0.1:0")));
            SocketChannel peer = raw.accept();
            peer.setOption(StandardSocketOptions.TCP_NODELAY, true);
            ByteBuffer buffer = ByteBuffer.allocateDirect(256 << 10);
            while (peer.read(buffer.clear()) >= 0) {
                // A read of exactly 100 bytes is a ping; the flood's end is one byte.
                if (buffer.position() == 100 || buffer.get(buffer.position() - 1) == 1) {
                    buffer.flip().limit(1);
                    peer.write(buffer);
                }
            }
        }
    }

    private static double rawFlood(SocketChannel raw, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(size);
        long began = System.nanoTime();
        long sent = 0;
        while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(SECONDS)) {
            raw.write(bytes.clear());
            sent += size;
        }
        bytes.put(size - 1, (byte) 1);
        raw.write(bytes.clear());
        raw.read(ByteBuffer.allocateDirect(1));
        return sent * 1e9 / (System.nanoTime() - began);
    }

    private static double flood(Bounce bounce, Link link, int size) throws Exception {
        byte[] message = new byte[size];
        long began = System.nanoTime();
        long sent = 0;
        while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(SECONDS)) {
            for (int i = 0; i < Math.max(1, 100_000 / size); i++) {
                link.send(1, message);
                sent += size;
            }
        }
        while (link.stats().unacknowledged() > 0) {
            bounce.pings(link, 1);
        }
        return sent * 1e9 / (System.nanoTime() - began);
    }

    private static long[] percentiles(long[] times) {
        Arrays.sort(times);
        return new long[]{times[times.length / 2], times[times.length / 100 * 99]};
    }

    private static long[] rawPings(SocketChannel raw) throws IOException {
        long[] times = new long[PINGS];
        ByteBuffer out = ByteBuffer.allocateDirect(100);
        ByteBuffer in = ByteBuffer.allocateDirect(100);
        for (int i = 0; i < PINGS; i++) {
            long began = System.nanoTime();
            raw.write(out.clear());
            raw.read(in.clear());
            times[i] = System.nanoTime() - began;
        }
        return percentiles(times);
    }

    /// Sends the next message on the reader thread when the last one comes back, as a listener that answers would do.
    private static final class Bounce implements Receiver {
        private final byte[] message = new byte[100];
        private long[] times;
        private long began;
        private int next;
        private CompletableFuture<Void> done;

        @Override
        public void message(Link from, byte[] back) {
            long now = System.nanoTime();
            from.release(2, back.length);
            times[next++] = now - began;
            if (next == times.length) {
                done.complete(null);
            } else {
                began = now;
                from.offer(2, message);
            }
        }

        long[] pings(Link link, int count) throws Exception {
            times = new long[count];
            next = 0;
            done = new CompletableFuture<>();
            began = System.nanoTime();
            link.send(2, message);
            done.get(30, TimeUnit.SECONDS);
            return percentiles(times);
        }
    }
}
