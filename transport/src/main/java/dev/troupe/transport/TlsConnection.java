package dev.troupe.transport;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/// TLS on a socket. The TLS handshake happens at the first read or write, on the thread that does the link's handshake, so that a stranger who
/// stalls it delays nobody else.
///
/// An `SSLSocket` would do this in half the code, but takes arrays where a link has direct buffers. `TlsSpeed`, beside the tests, measures both (two
/// shared cores, JDK 25): a round trip of 100 bytes takes 17.8 µs here and 19.1 µs with an `SSLSocket`; in bulk a byte costs 0.91 ns of CPU here and
/// 1.14 ns there, because several records are read and written together. The buffers are arrays, because the cipher of the JDK would copy direct
/// buffers into arrays piece by piece.
final class TlsConnection implements Connection {
    private static final String LABEL = "EXPORTER-troupe-link";
    private static final int BINDING = 32;
    /// The size of buffers of a connection that carries much at once: several records are read or written together.
    private static final int BULK = 128 << 10;

    private final SocketChannel channel;
    private final boolean client;
    private final String machine;
    private final String remote;
    private final Object writing = new Object();
    private SSLEngine engine;
    private byte[] binding = new byte[0];
    private volatile boolean ready;
    /// Whether a read once filled its buffer.
    private boolean much;
    private ByteBuffer sealedOut;
    private ByteBuffer sealedIn;
    private ByteBuffer opened;

    TlsConnection(SocketChannel channel, boolean client, String machine, String remote) {
        this.channel = channel;
        this.client = client;
        this.machine = machine;
        this.remote = remote;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        greet();
        while (!opened.hasRemaining() && into.remaining() >= opened.capacity()) {
            int n = openInto(into);
            if (n != 0) {
                return n;
            }
        }
        if (!opened.hasRemaining() && !open()) {
            return -1;
        }
        int n = Math.min(into.remaining(), opened.remaining());
        into.put(into.position(), opened, opened.position(), n);
        into.position(into.position() + n);
        opened.position(opened.position() + n);
        return n;
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        greet();
        synchronized (writing) {
            while (from.hasRemaining()) {
                seal(from);
            }
        }
    }

    // Runs the TLS handshake once, before reader and writer go separate ways.
    private void greet() throws IOException {
        if (!ready) {
            handshake();
        }
    }

    private synchronized void handshake() throws IOException {
        if (ready) {
            return;
        }
        engine = TlsKey.engine(client);
        int packet = engine.getSession().getPacketBufferSize();
        sealedOut = ByteBuffer.allocate(packet);
        sealedIn = ByteBuffer.allocate(2 * packet).flip();
        opened = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize()).flip();
        try {
            engine.beginHandshake();
            settle();
            // Only the two ends of this session can compute these bytes.
            binding = ((ExtendedSSLSession) engine.getSession()).exportKeyingMaterialData(LABEL, null, BINDING);
            ready = true;
        } catch (SSLException e) {
            throw new NonsenseException("the TLS handshake with " + remote + " failed (" + e.getMessage() + "); " + Encryption.AGREE);
        }
    }

    private void settle() throws IOException {
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> engine.getDelegatedTask().run();
                case NEED_WRAP -> {
                    synchronized (writing) {
                        seal(ByteBuffer.allocate(0));
                    }
                }
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (!unwrap()) {
                        throw new EOFException("the other side closed");
                    }
                }
                case FINISHED, NOT_HANDSHAKING -> {
                    return;
                }
            }
        }
    }

    // Reads until there are decrypted bytes; returns false at the end of the stream.
    private boolean open() throws IOException {
        while (!opened.hasRemaining()) {
            if (!unwrap()) {
                return false;
            }
            settleAgain();
        }
        return true;
    }

    private void settleAgain() throws IOException {
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP || engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            settle();
        }
    }

    /// A buffer that has room for a whole record needs no other one in between. Returns 0 if no record was complete yet, -1 at the end of the stream.
    private int openInto(ByteBuffer into) throws IOException {
        int before = into.position();
        if (!received(engine.unwrap(sealedIn, into))) {
            return -1;
        }
        settleAgain();
        return into.position() - before;
    }

    private boolean unwrap() throws IOException {
        opened.compact();
        SSLEngineResult result;
        try {
            result = engine.unwrap(sealedIn, opened);
        } finally {
            opened.flip();
        }
        return received(result);
    }

    /// Reads more if that is what the engine needs; false at the end of the stream.
    private boolean received(SSLEngineResult result) throws IOException {
        return switch (result.getStatus()) {
            case OK -> true;
            case CLOSED -> false;
            case BUFFER_OVERFLOW -> {
                opened = ByteBuffer.allocate(opened.capacity() * 2).put(opened).flip();
                yield true;
            }
            case BUFFER_UNDERFLOW -> {
                sealedIn.compact();
                if (!sealedIn.hasRemaining() || (much && sealedIn.capacity() < BULK)) {
                    sealedIn = ByteBuffer.allocate(Math.max(BULK, sealedIn.capacity() * 2)).put(sealedIn.flip());
                }
                int n;
                try {
                    n = channel.read(sealedIn);
                    much |= !sealedIn.hasRemaining();
                } finally {
                    sealedIn.flip();
                }
                yield n >= 0;
            }
        };
    }

    /// Writes one record, or as many as the buffer holds.
    private void seal(ByteBuffer plain) throws IOException {
        int packet = engine.getSession().getPacketBufferSize();
        if (plain.remaining() > packet && sealedOut.capacity() < BULK) {
            sealedOut = ByteBuffer.allocate(BULK);
        }
        sealedOut.clear();
        do {
            SSLEngineResult result = engine.wrap(plain, sealedOut);
            switch (result.getStatus()) {
                case OK -> {
                    // the next record may follow
                }
                case BUFFER_OVERFLOW -> sealedOut = ByteBuffer.allocate(sealedOut.capacity() * 2).put(sealedOut.flip());
                case CLOSED -> throw new IOException("Broken pipe");
                case BUFFER_UNDERFLOW -> throw new SSLException("TLS cannot wrap " + plain.remaining() + " bytes");
            }
        } while (plain.hasRemaining() && sealedOut.remaining() >= packet);
        sealedOut.flip();
        while (sealedOut.hasRemaining()) {
            channel.write(sealedOut);
        }
    }

    @Override
    public int room() {
        return ChannelConnection.room(channel);
    }

    @Override
    public byte[] binding() {
        return binding.clone();
    }

    @Override
    public String remote() {
        return remote;
    }

    @Override
    public String machine() {
        return machine;
    }

    // No close_notify: the link's own goodbye marks a normal end, and a blocked peer must not delay us.
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // a socket that cannot be closed is already gone
        }
    }
}
