package dev.troupe.benchmarks;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What no runtime can be faster than: a plain blocking socket to a second JVM ([FloorProcess]), of the kind that workers use,
/// and copies into memory that was used before and out of it.
final class Floor implements AutoCloseable {
    static final int MESSAGE = 100;
    static final int IN_FLIGHT = 1000;
    private static final int LARGE = 100 << 20;

    private final Path directory;
    private final Process process;
    private final SocketChannel channel;
    private final byte[] payload = new byte[MESSAGE - Integer.BYTES];

    Floor() throws IOException {
        directory = Files.createTempDirectory("troupe-floor-");
        Path socket = directory.resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                    System.getProperty("java.class.path"), FloorProcess.class.getName(), socket.toString()).inheritIO().start();
            channel = server.accept();
        }
    }

    /// One message and its answer.
    Rounds.Batch roundTrip() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(MESSAGE);
        return () -> exchange(buffer, 1);
    }

    /// A thousand messages and their answers, as many a write as there are.
    Rounds.Batch thousandInFlight() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(MESSAGE * IN_FLIGHT);
        return () -> exchange(buffer, IN_FLIGHT);
    }

    private int exchange(ByteBuffer buffer, int messages) throws IOException {
        buffer.clear();
        for (int i = 0; i < messages; i++) {
            buffer.putInt(i).put(payload);
        }
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the other process closed the raw socket");
            }
        }
        buffer.flip();
        for (int i = 0; i < messages; i++) {
            RemoteCalls.check(buffer.getInt() == i);
            buffer.get(payload);
        }
        return messages;
    }

    @Override
    public void close() throws IOException {
        channel.close();
        process.destroy();
        Files.deleteIfExists(directory.resolve("socket"));
        Files.delete(directory);
    }

    /// Memory that other processes could map, all of it touched.
    static final class Memory implements AutoCloseable {
        private final Arena arena = Arena.ofShared();
        private final MemorySegment mapped;

        Memory() throws IOException {
            Path shared = Path.of("/dev/shm");
            Path file = Files.isDirectory(shared) ? Files.createTempFile(shared, "troupe-floor-", "")
                    : Files.createTempFile("troupe-floor-", "");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, LARGE, arena);
            } finally {
                Files.delete(file);
            }
            mapped.fill((byte) 1);
        }

        /// Bytes a second.
        double copy(MemorySegment array) {
            long began = System.nanoTime();
            MemorySegment.copy(array, 0, mapped, 0, array.byteSize());
            return array.byteSize() / ((System.nanoTime() - began) / 1e9);
        }

        /// Bytes a second into a new array, which takes its own time to be allocated.
        double copyOut() {
            long began = System.nanoTime();
            byte[] array = mapped.toArray(ValueLayout.JAVA_BYTE);
            return array.length / ((System.nanoTime() - began) / 1e9);
        }

        @Override
        public void close() {
            arena.close();
        }
    }
}
