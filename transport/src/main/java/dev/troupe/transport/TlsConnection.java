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
/// shared cores, JDK 25): a round trip of 100 bytes takes 20.2 µs here and 21.7 µs with an `SSLSocket`; in bulk a byte costs 1.34 ns of CPU here and
/// 1.18 ns there. Links carry many small messages that somebody waits for, so the round trip decides.
final class TlsConnection implements Connection {
    private static final String LABEL = "EXPORTER-troupe-link";
    private static final int BINDING = 32;

    private final SocketChannel channel;
    private final boolean client;
    private final String machine;
    private final String remote;
    private final Object writing = new Object();
    private SSLEngine engine;
    private byte[] binding = new byte[0];
    private volatile boolean ready;
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
        sealedOut = ByteBuffer.allocateDirect(packet);
        sealedIn = ByteBuffer.allocateDirect(2 * packet).flip();
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
            if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP || engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
                settle();
            }
        }
        return true;
    }

    private boolean unwrap() throws IOException {
        opened.compact();
        SSLEngineResult result;
        try {
            result = engine.unwrap(sealedIn, opened);
        } finally {
            opened.flip();
        }
        return switch (result.getStatus()) {
            case OK -> true;
            case CLOSED -> false;
            case BUFFER_OVERFLOW -> {
                opened = ByteBuffer.allocate(opened.capacity() * 2).put(opened).flip();
                yield true;
            }
            case BUFFER_UNDERFLOW -> {
                sealedIn.compact();
                if (!sealedIn.hasRemaining()) {
                    sealedIn = ByteBuffer.allocateDirect(sealedIn.capacity() * 2).put(sealedIn.flip());
                }
                int n;
                try {
                    n = channel.read(sealedIn);
                } finally {
                    sealedIn.flip();
                }
                yield n >= 0;
            }
        };
    }

    private void seal(ByteBuffer plain) throws IOException {
        sealedOut.clear();
        SSLEngineResult result = engine.wrap(plain, sealedOut);
        switch (result.getStatus()) {
            case OK -> {
                sealedOut.flip();
                while (sealedOut.hasRemaining()) {
                    channel.write(sealedOut);
                }
            }
            case BUFFER_OVERFLOW -> sealedOut = ByteBuffer.allocateDirect(sealedOut.capacity() * 2);
            case CLOSED -> throw new IOException("Broken pipe");
            case BUFFER_UNDERFLOW -> throw new SSLException("TLS cannot wrap " + plain.remaining() + " bytes");
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
