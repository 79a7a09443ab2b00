package dev.troupe.link;

import dev.troupe.transport.Connection;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/// A connection without a socket: the endpoint reads one frame of the script at a time, and what it writes goes nowhere. So every frame
/// handed out has been looked at when the next one is asked for.
final class Script implements Connection {
    private final Supplier<ByteBuffer> frames;
    private ByteBuffer frame = ByteBuffer.allocate(0);
    private boolean last;
    private volatile boolean closed;
    private int begun;

    /// @param frames null at the end; the end also comes after a frame with a false length, for what follows is not seen as a frame
    Script(Supplier<ByteBuffer> frames) {
        this.frames = frames;
    }

    /// How many frames were begun to be read.
    int begun() {
        return begun;
    }

    @Override
    public int read(ByteBuffer into) {
        if (!frame.hasRemaining()) {
            ByteBuffer next = last || closed ? null : frames.get();
            if (next == null) {
                return -1;
            }
            frame = next;
            last = frame.getInt(0) != frame.limit() - 4;
            begun++;
        }
        int n = Math.min(into.remaining(), frame.remaining());
        into.put(into.position(), frame, frame.position(), n);
        into.position(into.position() + n);
        frame.position(frame.position() + n);
        return n;
    }

    @Override
    public void write(ByteBuffer from) {
        from.position(from.limit());
    }

    @Override
    public byte[] binding() {
        return new byte[0];
    }

    @Override
    public String remote() {
        return "script";
    }

    @Override
    public void close() {
        closed = true;
    }
}
