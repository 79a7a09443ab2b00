package dev.troupe.benchmarks;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// The other side of [Floor]: reads each message and sends it back, as many a write as there are.
final class FloorProcess {
    private FloorProcess() {}

    static void main(String[] args) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(args[0]))) {
            ByteBuffer in = ByteBuffer.allocateDirect(1 << 18);
            ByteBuffer out = ByteBuffer.allocateDirect(1 << 18);
            byte[] payload = new byte[Floor.MESSAGE - Integer.BYTES];
            while (channel.read(in) >= 0) {
                in.flip();
                while (in.remaining() >= Floor.MESSAGE) {
                    out.putInt(in.getInt());
                    in.get(payload);
                    out.put(payload);
                }
                in.compact();
                out.flip();
                while (out.hasRemaining()) {
                    channel.write(out);
                }
                out.clear();
            }
        }
    }
}
