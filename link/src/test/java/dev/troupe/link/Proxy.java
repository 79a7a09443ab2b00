package dev.troupe.link;

import dev.troupe.transport.Acceptor;
import dev.troupe.transport.Address;
import dev.troupe.transport.Connection;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Identity;
import dev.troupe.transport.Token;
import dev.troupe.transport.Transport;
import dev.troupe.transport.TransportOptions;
import dev.troupe.transport.Transports;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/// Stands between two endpoints on any transport. Can cut what is open, refuse what comes, stop passing bytes on, change what it passes on,
/// or end the encryption on both sides. It does not know the token.
final class Proxy implements Closeable {
    private static final Token NO_TOKEN = Token.of("a proxy that never knew the token");

    private final Transport transport;
    private final Address to;
    private final Encryption far;
    private final Acceptor acceptor;
    private final List<Connection> open = new ArrayList<>();
    private boolean refusing;
    private boolean stalled;
    private long cutAfter = Long.MAX_VALUE;
    private UnaryOperator<ByteBuffer> tampering;

    Proxy(Address on, Address to) throws IOException {
        this(on, Encryption.NEVER, to, Encryption.NEVER);
    }

    /// @param near whether it speaks TLS with who dials it
    /// @param far whether it speaks TLS with whom it dials
    Proxy(Address on, Encryption near, Address to, Encryption far) throws IOException {
        this.transport = Transports.find(to);
        this.to = to;
        this.far = far;
        this.acceptor = transport.listen(on, options(near));
        thread(this::accept);
    }

    private static TransportOptions options(Encryption encryption) {
        return new TransportOptions(new Identity(99, 1), NO_TOKEN, Duration.ofSeconds(5), encryption);
    }

    Address address() {
        return acceptor.address();
    }

    private static void thread(Runnable body) {
        Thread.ofPlatform().daemon().start(body);
    }

    private void accept() {
        while (true) {
            try {
                Connection near = acceptor.accept();
                synchronized (this) {
                    if (refusing) {
                        near.close();
                        continue;
                    }
                }
                connect(near);
            } catch (IOException e) {
                return;
            }
        }
    }

    private void connect(Connection near) {
        Connection far;
        try {
            far = transport.dial(to, options(this.far));
        } catch (IOException refused) {
            near.close(); // the next one may find somebody
            return;
        }
        synchronized (this) {
            open.add(near);
            open.add(far);
            notifyAll();
            if (refusing) {
                cut();
                return;
            }
        }
        thread(() -> pass(near, far, true));
        thread(() -> pass(far, near, false));
    }

    private void pass(Connection from, Connection into, boolean onward) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(8 << 10);
        try {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                boolean cut = await(buffer);
                into.write(onward ? tampered(buffer) : buffer);
                buffer.clear();
                if (cut) {
                    break;
                }
            }
        } catch (IOException e) {
            // the other side is closed below
        }
        from.close();
        into.close();
    }

    // Waits while stalled; shortens the buffer to the byte at which to cut.
    private synchronized boolean await(ByteBuffer buffer) throws IOException {
        while (stalled) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        if (buffer.remaining() < cutAfter) {
            cutAfter -= cutAfter == Long.MAX_VALUE ? 0 : buffer.remaining();
            return false;
        }
        buffer.limit((int) cutAfter);
        cutAfter = Long.MAX_VALUE;
        notifyAll();
        return true;
    }

    private synchronized ByteBuffer tampered(ByteBuffer bytes) {
        UnaryOperator<ByteBuffer> how = tampering;
        tampering = null;
        return how == null ? bytes : how.apply(bytes);
    }

    /// Changes the next bytes on their way from who dialled, once.
    synchronized void tamper(UnaryOperator<ByteBuffer> how) {
        tampering = how;
    }

    /// Cuts a connection after so many bytes more, in whatever direction they go.
    synchronized void cutAfter(long bytes) {
        cutAfter = bytes;
    }

    /// Waits until that has happened, so long at most: there may be nothing left to send.
    synchronized void awaitCut(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left = millis;
        while (cutAfter != Long.MAX_VALUE && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        }
    }

    /// Waits for somebody to dial.
    synchronized void awaitConnection() throws InterruptedException {
        while (open.isEmpty()) {
            wait();
        }
    }

    synchronized void cut() {
        open.forEach(Connection::close);
        open.clear();
    }

    synchronized void refuse(boolean on) {
        refusing = on;
    }

    synchronized void stall(boolean on) {
        stalled = on;
        notifyAll();
    }

    @Override
    public void close() throws IOException {
        shut();
    }

    /// Nobody listens any more, and what is open is cut.
    void shut() throws IOException {
        refuse(true);
        acceptor.close();
        stall(false);
        cut();
    }
}
