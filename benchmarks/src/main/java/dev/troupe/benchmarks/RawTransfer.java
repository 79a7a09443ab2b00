package dev.troupe.benchmarks;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/// The floor of transfers: the same bytes from the same file to memory of the same kind, over one raw socket, by `FileChannel.transferTo` or an
/// `SSLSocket`.
final class RawTransfer {
    /// Beside the key store in the folder of the benchmark, which `keytool` makes.
    static final String KEYS = "keys.p12";
    static final String PASSWORD = "benchmark";
    private static final int PIECE = 256 << 10;

    private final Path source;
    private final Path folder;
    private final ServerSocketChannel server;
    private MemorySegment target;

    RawTransfer(Path source, Path folder, String host) throws IOException {
        this.source = source;
        this.folder = folder;
        this.server = ServerSocketChannel.open().bind(new InetSocketAddress(host, 0));
        Thread.ofPlatform().daemon().start(this::serve);
    }

    int port() throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    private void serve() {
        try (FileChannel file = FileChannel.open(source)) {
            MemorySegment memory = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size(), Arena.ofAuto());
            while (true) {
                try (SocketChannel channel = server.accept()) {
                    DataInputStream request = new DataInputStream(Channels.newInputStream(channel));
                    boolean tls = request.readBoolean();
                    long offset = request.readLong();
                    long bytes = request.readLong();
                    if (tls) {
                        encrypted(channel, memory.asSlice(offset, bytes));
                    } else {
                        for (long done = 0; done < bytes;) {
                            done += file.transferTo(offset + done, bytes - done, channel);
                        }
                    }
                    channel.shutdownOutput();
                    request.read();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void encrypted(SocketChannel channel, MemorySegment bytes) throws Exception {
        SSLSocket socket = (SSLSocket) context(folder).getSocketFactory().createSocket(channel.socket(), "raw", 1, false);
        socket.setUseClientMode(false);
        OutputStream out = socket.getOutputStream();
        byte[] piece = new byte[PIECE];
        for (long at = 0; at < bytes.byteSize(); at += PIECE) {
            int size = (int) Math.min(PIECE, bytes.byteSize() - at);
            MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, piece, 0, size);
            out.write(piece, 0, size);
        }
        out.flush();
    }

    /// Receives so many bytes into mapped memory, which is warm from the second time on.
    void receive(boolean tls, String host, int port, long offset, long bytes) throws Exception {
        if (target == null) {
            target = map(bytes);
        }
        try (SocketChannel channel = SocketChannel.open(new InetSocketAddress(host, port))) {
            DataOutputStream request = new DataOutputStream(Channels.newOutputStream(channel));
            request.writeBoolean(tls);
            request.writeLong(offset);
            request.writeLong(bytes);
            if (tls) {
                decrypted(channel.socket(), host, port);
            } else {
                plain(channel);
            }
        }
    }

    private void plain(SocketChannel channel) throws IOException {
        for (long at = 0; at < target.byteSize(); at += PIECE) {
            ByteBuffer piece = target.asSlice(at, Math.min(PIECE, target.byteSize() - at)).asByteBuffer();
            while (piece.hasRemaining()) {
                if (channel.read(piece) < 0) {
                    throw new EOFException();
                }
            }
        }
    }

    private void decrypted(Socket plain, String host, int port) throws Exception {
        SSLSocket socket = (SSLSocket) context(folder).getSocketFactory().createSocket(plain, host, port, false);
        InputStream in = socket.getInputStream();
        byte[] piece = new byte[PIECE];
        for (long at = 0; at < target.byteSize();) {
            int n = in.read(piece);
            if (n < 0) {
                throw new EOFException();
            }
            MemorySegment.copy(piece, 0, target, ValueLayout.JAVA_BYTE, at, n);
            at += n;
        }
    }

    private static MemorySegment map(long bytes) throws IOException {
        Path file = Files.createTempFile(Path.of("/dev/shm"), "troupe-floor-", "");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
        } finally {
            Files.delete(file);
        }
    }

    private static SSLContext context(Path folder) throws Exception {
        KeyStore keys = KeyStore.getInstance(folder.resolve(KEYS).toFile(), PASSWORD.toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(managers.getKeyManagers(), new TrustManager[]{new TrustAll()}, null);
        return context;
    }

    /// The benchmark measures bytes, not certificates.
    private static final class TrustAll implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
