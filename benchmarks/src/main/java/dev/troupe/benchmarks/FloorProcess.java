package dev.troupe.benchmarks;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// The other side of [Floor]: sends back what comes, as much at a time as there is.
final class FloorProcess {
    private FloorProcess() {}

    static void main(String[] args) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(args[0]))) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);
            while (channel.read(buffer) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                buffer.clear();
            }
        }
    }
}
