package dev.troupe.link;

import dev.troupe.transport.Connection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/// Talks on one connection and proves for another, and keeps what is written.
record Crossed(Connection talks, Connection proves, List<ByteBuffer> written) implements Connection {
    @Override
    public int read(ByteBuffer into) throws IOException {
        return talks.read(into);
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        written.add(ByteBuffer.allocate(from.remaining()).put(from.duplicate()).flip());
        talks.write(from);
    }

    @Override
    public byte[] binding() {
        return proves.binding();
    }

    @Override
    public String remote() {
        return talks.remote();
    }

    @Override
    public void close() {
        talks.close();
    }
}
