package dev.troupe.transfer;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/// What a node opens a stream for. It is part of the stream's handshake; README.md describes what follows on the stream.
sealed interface Request {
    /// The first byte, by which the owner of an endpoint tells our streams from others.
    byte MARK = 'O';

    /// Chunks of an object, for a node that pulls it.
    record Fetch(ObjectName object, long bytes, int chunk, int puller) implements Request {}

    /// The copies of originals of that node are no longer needed.
    record Drop(int node) implements Request {}

    default byte[] encoded() {
        return switch (this) {
            case Fetch(ObjectName object, long bytes, int chunk, int puller) -> ByteBuffer.allocate(30).put(MARK).put((byte) 1)
                    .putInt(object.node()).putLong(object.id()).putLong(bytes).putInt(chunk).putInt(puller).array();
            case Drop(int node) -> ByteBuffer.allocate(6).put(MARK).put((byte) 2).putInt(node).array();
        };
    }

    static Request decoded(byte[] request) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(request);
        try {
            byte mark = in.get();
            byte kind = in.get();
            if (mark == MARK && kind == 1) {
                return new Fetch(new ObjectName(in.getInt(), in.getLong()), in.getLong(), in.getInt(), in.getInt());
            }
            if (mark == MARK && kind == 2) {
                return new Drop(in.getInt());
            }
        } catch (BufferUnderflowException e) {
            // reported below
        }
        throw new IOException("a stream was opened for something that is not known here: a request of " + request.length + " bytes");
    }
}
