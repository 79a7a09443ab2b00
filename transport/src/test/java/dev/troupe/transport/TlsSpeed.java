package dev.troupe.transport;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/// Measures [TlsConnection], which drives an `SSLEngine`, against an `SSLSocket` on the same kind of connection. Run by hand:
/// `java -cp transport/target/classes:transport/target/test-classes dev.troupe.transport.TlsSpeed`
final class TlsSpeed {
    private static final int PINGS = 20_000;
    private static final int PING = 100;
    private static final int CHUNK = 64 << 10;
    private static final long BULK = Long.getLong("megabytes", 1000) << 20;

    private TlsSpeed() {}

    /// Both ways of TLS.
    private interface Way {
        int read(ByteBuffer into) throws IOException;

        void write(ByteBuffer from) throws IOException;
    }

    private record Engine(TlsConnection tls) implements Way {
        @Override
        public int read(ByteBuffer into) throws IOException {
            return tls.read(into);
        }

        @Override
        public void write(ByteBuffer from) throws IOException {
            tls.write(from);
        }
    }

    /// A socket has streams, and those take arrays.
    private record Socket(InputStream in, OutputStream out, byte[] arrived, byte[] leaving) implements Way {
        static Socket on(SSLContext context, SocketChannel channel, boolean client) throws IOException {
            SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(channel.socket(), "peer", 1, false);
            socket.setUseClientMode(client);
            return new Socket(socket.getInputStream(), socket.getOutputStream(), new byte[CHUNK], new byte[CHUNK]);
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            int n = in.read(arrived, 0, Math.min(arrived.length, into.remaining()));
            into.put(arrived, 0, Math.max(0, n));
            return n;
        }

        @Override
        public void write(ByteBuffer from) throws IOException {
            while (from.hasRemaining()) {
                int n = Math.min(leaving.length, from.remaining());
                from.get(leaving, 0, n);
                out.write(leaving, 0, n);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(new KeyManager[]{new OneKey(SelfSigned.make())}, new TrustManager[]{new TrustTheToken()}, null);
        for (int round = 0; round < 8; round++) {
            measure("SSLEngine", (channel, client) -> new Engine(new TlsConnection(channel, client, "", "")));
            measure("SSLSocket", (channel, client) -> Socket.on(context, channel, client));
        }
    }

    private interface Opener {
        Way open(SocketChannel channel, boolean client) throws IOException;
    }

    private static void measure(String name, Opener opener) throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel dialled = SocketChannel.open(server.getLocalAddress());
                SocketChannel accepted = server.accept()) {
            dialled.setOption(StandardSocketOptions.TCP_NODELAY, true);
            accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Way there = opener.open(accepted, false);
            Thread other = Thread.ofPlatform().daemon().start(() -> answer(there));
            Way here = opener.open(dialled, true);
            ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK);
            long[] times = new long[PINGS];
            long before = cpu();
            for (int i = 0; i < PINGS; i++) {
                long began = System.nanoTime();
                here.write(buffer.clear().limit(PING));
                fill(here, buffer.clear().limit(PING));
                times[i] = System.nanoTime() - began;
            }
            double ping = (cpu() - before) / 1e3 / PINGS;
            Arrays.sort(times);
            before = cpu();
            for (long sent = 0; sent < BULK; sent += CHUNK) {
                here.write(buffer.clear());
            }
            fill(here, buffer.clear().limit(1));
            System.out.printf("%s: round trip p50 %.1f us, %.1f us of CPU; bulk %.2f ns of CPU a byte%n", name, times[PINGS / 2] / 1e3,
                    ping,
                    (double) (cpu() - before) / BULK);
            other.join();
        }
    }

    private static void answer(Way way) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(4 * CHUNK);
        try {
            for (int i = 0; i < PINGS; i++) {
                fill(way, buffer.clear().limit(PING));
                way.write(buffer.flip());
            }
            for (long left = BULK; left > 0;) {
                left -= way.read(buffer.clear());
            }
            way.write(buffer.clear().limit(1));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void fill(Way way, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (way.read(buffer) < 0) {
                throw new IOException("the other side closed");
            }
        }
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
