package dev.troupe.benchmarks;

import dev.troupe.task.Context;
import dev.troupe.task.Router;
import dev.troupe.task.Task;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// The floor: a plain blocking socket between the two processes, writes coalesced to 64 KiB.
record RawSocket(SocketChannel channel) implements AutoCloseable {
    private static final int BATCH = 1 << 16;

    /// Node 0 listens, node 1 connects.
    ///
    /// @param host of node 0
    static RawSocket between(Task<Context> task, InetAddress host) throws IOException, InterruptedException {
        SocketChannel channel;
        if (task.router().nodeId() == 0) {
            try (ServerSocketChannel server = ServerSocketChannel.open()) {
                server.bind(new InetSocketAddress(host, 0));
                int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
                task.on(Router.PEER_JOINED, (Integer node) -> task.onlyRemote().emit("raw port", port));
                task.onlyRemote().emit("raw port", port);
                channel = server.accept();
            }
        } else {
            BlockingQueue<Integer> port = new LinkedBlockingQueue<>();
            task.on("raw port", (Integer p) -> port.put(p));
            channel = SocketChannel.open(new InetSocketAddress(host, port.take()));
        }
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return new RawSocket(channel);
    }

    /// Sends `count` messages of `size` bytes, as many a write as fit.
    double send(int size, int count) throws IOException {
        byte[] payload = new byte[size];
        ByteBuffer batch = ByteBuffer.allocateDirect(BATCH + size);
        for (int i = 0; i < count; i++) {
            batch.put(payload);
            if (batch.position() >= BATCH) {
                flush(batch);
            }
        }
        flush(batch);
        return 0;
    }

    /// Receives them; messages a second.
    double receive(int size, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BATCH * 4);
        byte[] payload = new byte[size];
        long left = (long) size * count;
        long began = 0;
        while (left > 0) {
            int read = read(buffer);
            began = began == 0 ? System.nanoTime() : began;
            left -= read;
            buffer.flip();
            while (buffer.remaining() >= size) {
                buffer.get(payload);
            }
            buffer.compact();
        }
        return count / ((System.nanoTime() - began) / 1e9);
    }

    /// Sends and awaits the answer, `count` times.
    Samples ask(int count) throws IOException {
        Samples samples = new Samples(count);
        ByteBuffer buffer = ByteBuffer.allocateDirect(100);
        for (int i = 0; i < count; i++) {
            long began = System.nanoTime();
            buffer.clear();
            channel.write(buffer);
            fill(buffer);
            samples.add(System.nanoTime() - began);
        }
        return samples;
    }

    void answer(int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(100);
        for (int i = 0; i < count; i++) {
            fill(buffer);
            buffer.flip();
            channel.write(buffer);
        }
    }

    private void fill(ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            read(buffer);
        }
    }

    private int read(ByteBuffer buffer) throws IOException {
        int read = channel.read(buffer);
        if (read < 0) {
            throw new EOFException("the other process closed the raw socket");
        }
        return read;
    }

    private void flush(ByteBuffer batch) throws IOException {
        batch.flip();
        while (batch.hasRemaining()) {
            channel.write(batch);
        }
        batch.clear();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
