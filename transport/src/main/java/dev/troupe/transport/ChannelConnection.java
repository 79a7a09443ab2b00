package dev.troupe.transport;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;

/// A TCP or Unix socket.
final class ChannelConnection implements Connection {
    private final SocketChannel channel;
    private final String machine;
    private final String remote;

    ChannelConnection(SocketChannel channel, String machine, String remote) {
        this.channel = channel;
        this.machine = machine;
        this.remote = remote;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            channel.write(from);
        }
    }

    @Override
    public void write(FileChannel file, long position, long count) throws IOException {
        long done = 0;
        while (done < count) {
            long n = file.transferTo(position + done, count - done, channel);
            if (n <= 0 && position + done >= file.size()) {
                throw new EOFException("the file ends " + (count - done) + " bytes too early");
            }
            done += n;
        }
    }

    @Override
    public int room() {
        return room(channel);
    }

    /// As the kernel counts them, including its own overhead.
    static int room(SocketChannel channel) {
        try {
            return channel.getOption(StandardSocketOptions.SO_SNDBUF);
        } catch (IOException e) {
            return 0; // the next write reports the reason
        }
    }

    @Override
    public byte[] binding() {
        return new byte[0];
    }

    @Override
    public String remote() {
        return remote;
    }

    @Override
    public String machine() {
        return machine;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // a socket that cannot be closed is already gone
        }
    }
}
