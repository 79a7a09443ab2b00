package dev.troupe.link;

import dev.troupe.transport.Connection;
import dev.troupe.transport.Identity;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// The open streams of one process, and who serves those that others open.
final class Streams {
    private final int nodeId;
    private final long patience;
    private final LongSupplier clock;
    private final Set<ByteStream> open = ConcurrentHashMap.newKeySet();
    private StreamHandler handler;
    private int most;
    private int served;
    private volatile boolean closed;

    Streams(Sessions sessions) {
        this.nodeId = sessions.self().nodeId();
        this.patience = sessions.options().timeout().toNanos();
        this.clock = sessions.clock();
    }

    synchronized void handler(int atOnce, StreamHandler with) {
        if (atOnce < 1) {
            throw new IllegalArgumentException("at most " + atOnce + " streams at once are too few; allow at least 1");
        }
        most = atOnce;
        handler = with;
    }

    /// Takes one of the places for streams that others open; [#leave] gives it back.
    synchronized StreamHandler admit() throws RefusedException {
        if (closed) {
            throw new RefusedException(RefusedException.Reason.CLOSING, "node " + nodeId + " is closing");
        }
        if (handler == null) {
            throw new RefusedException(RefusedException.Reason.OTHER, "node " + nodeId + " serves no streams; open them to another node");
        }
        if (served >= most) {
            throw new RefusedException(RefusedException.Reason.BUSY,
                    "node " + nodeId + " already serves " + served + " streams; try again later");
        }
        served++;
        return handler;
    }

    synchronized void leave() {
        served--;
    }

    ByteStream begin(Connection connection, Identity peer, byte[] request) throws IOException {
        ByteStream stream = new ByteStream(this, connection, peer, request, clock);
        open.add(stream);
        if (closed) {
            stream.close();
            throw new IOException("the endpoint of node " + nodeId + " is closed");
        }
        return stream;
    }

    void closed(ByteStream stream) {
        open.remove(stream);
    }

    /// Called periodically by the [Heart].
    void beat(long now, boolean late) {
        open.forEach(stream -> stream.tick(now, late, patience));
    }

    /// How many streams are open, in both directions.
    int size() {
        return open.size();
    }

    void close() {
        closed = true;
        open.forEach(ByteStream::close);
    }
}
