package dev.troupe.link;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/// Finds out who is at the other end, before anything else is believed. The dialling side shows its proof first, so that strangers who
/// dial learn nothing.
///
/// ```
/// dialler                                  listener
///    HELLO(magic, version, identity, nonce) →
///                ← CHALLENGE(version, identity, nonce)
///    PROOF(greeting, mac)                   →
///                ← WELCOME(greeting, mac)      or REFUSED(reason, text) at any point
/// ```
///
/// Each mac covers the role, HELLO, CHALLENGE, the transport's binding and the greeting.
final class Handshake {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE = 32;
    private static final int MAC = 32;
    /// How a record of TLS begins.
    private static final int TLS_HANDSHAKE = 0x1603;
    private static final int TLS_ALERT = 0x1503;
    private static final byte[] DIALLER = {1};
    private static final byte[] LISTENER = {2};

    private final Connection connection;
    private final Identity self;
    private final Token token;
    private byte[] hello;
    private byte[] challenge;
    private Identity peer;

    Handshake(Connection connection, Identity self, Token token) {
        this.connection = connection;
        this.self = self;
        this.token = token;
    }

    /// Dialling side, first half: who answers there.
    Identity hello() throws IOException {
        hello = introduction();
        write(Frame.HELLO, hello);
        challenge = read(Frame.CHALLENGE, hello.length);
        ByteBuffer in = ByteBuffer.wrap(challenge);
        checkMagic(in);
        int version = in.getInt();
        peer = new Identity(in.getInt(), in.getLong());
        if (version != Frame.VERSION) {
            throw new RefusedException(RefusedException.Reason.VERSION, versions(peer, version));
        }
        return peer;
    }

    /// Dialling side, second half.
    Greeting prove(Greeting ours) throws IOException {
        write(Frame.PROOF, ours.bytes(), mac(DIALLER, ours.bytes()));
        byte[] welcome = read(Frame.WELCOME, Greeting.SIZE + MAC);
        check(LISTENER, welcome);
        return Greeting.from(ByteBuffer.wrap(welcome));
    }

    /// Listening side: the dialler's greeting, once it has proven itself; then `peer()` is known.
    Greeting challenge() throws IOException {
        hello = read(Frame.HELLO, introduction().length);
        ByteBuffer in = ByteBuffer.wrap(hello);
        checkMagic(in);
        int version = in.getInt();
        peer = new Identity(in.getInt(), in.getLong());
        if (version != Frame.VERSION) {
            throw new RefusedException(RefusedException.Reason.VERSION, versions(peer, version));
        }
        challenge = introduction();
        write(Frame.CHALLENGE, challenge);
        byte[] proof = read(Frame.PROOF, Greeting.SIZE + MAC);
        check(DIALLER, proof);
        return Greeting.from(ByteBuffer.wrap(proof));
    }

    void welcome(Greeting ours) throws IOException {
        write(Frame.WELCOME, ours.bytes(), mac(LISTENER, ours.bytes()));
    }

    @SuppressWarnings("EnumOrdinal") // the order of the reasons is part of the protocol
    void refuse(RefusedException why) throws IOException {
        byte[] text = String.valueOf(why.getMessage()).getBytes(StandardCharsets.UTF_8);
        write(Frame.REFUSED, new byte[]{why.reason().code()}, Arrays.copyOf(text, Math.min(text.length, 512)));
    }

    Identity peer() {
        return peer;
    }

    private byte[] introduction() {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        return ByteBuffer.allocate(20 + NONCE).putInt(Frame.MAGIC).putInt(Frame.VERSION).putInt(self.nodeId()).putLong(self.incarnation())
                .put(nonce)
                .array();
    }

    private static void checkMagic(ByteBuffer in) throws NonsenseException {
        if (in.getInt() != Frame.MAGIC) {
            throw new NonsenseException("it does not speak our protocol");
        }
    }

    private String versions(Identity other, int version) {
        return "node " + other.nodeId() + " speaks link protocol " + version + ", node " + self.nodeId() + " speaks " + Frame.VERSION
                + "; run the same version of Troupe on both";
    }

    private byte[] mac(byte[] role, byte[] greeting) {
        return token.mac(role, hello, challenge, connection.binding(), greeting);
    }

    private void check(byte[] role, byte[] message) throws RefusedException {
        byte[] greeting = Arrays.copyOf(message, Greeting.SIZE);
        byte[] mac = Arrays.copyOfRange(message, Greeting.SIZE, message.length);
        if (!MessageDigest.isEqual(mac, mac(role, greeting))) {
            throw new RefusedException(RefusedException.Reason.TOKEN, otherToken());
        }
    }

    private String otherToken() {
        return "node " + peer.nodeId() + " at " + connection.remote() + " has another token than node " + self.nodeId() + "; copy "
                + token.origin()
                + " from one machine to the other";
    }

    private void write(byte kind, byte[]... parts) throws IOException {
        int length = 1;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer frame = ByteBuffer.allocate(4 + length).putInt(length).put(kind);
        for (byte[] part : parts) {
            frame.put(part);
        }
        connection.write(frame.flip());
    }

    private byte[] read(byte expected, int size) throws IOException {
        int length = fill(4).getInt();
        if (length >>> 16 == TLS_HANDSHAKE || length >>> 16 == TLS_ALERT) {
            throw new NonsenseException("it speaks TLS and we do not; give --tls on both sides or on none");
        }
        if (length < 1 || length > Frame.MAX_HANDSHAKE) {
            throw new NonsenseException(
                    "it began with a frame of " + (length & 0xffffffffL) + " bytes; at most " + Frame.MAX_HANDSHAKE
                            + " are allowed before it is known");
        }
        ByteBuffer frame = fill(length);
        byte kind = frame.get();
        if (kind == Frame.REFUSED && expected != Frame.HELLO && frame.hasRemaining()) {
            throw refusal(frame);
        }
        if (kind != expected || frame.remaining() != size) {
            throw new NonsenseException(
                    "it sent a frame of kind " + kind + " with " + frame.remaining() + " bytes where kind " + expected + " with " + size
                            + " was due");
        }
        byte[] body = new byte[size];
        frame.get(body);
        return body;
    }

    private RefusedException refusal(ByteBuffer frame) {
        RefusedException.Reason reason = RefusedException.Reason.of(frame.get());
        if (reason == RefusedException.Reason.TOKEN && peer != null) {
            return new RefusedException(reason, otherToken());
        }
        String text = StandardCharsets.UTF_8.decode(frame).toString().replaceAll("\\p{Cntrl}", "?");
        return new RefusedException(reason, text);
    }

    private ByteBuffer fill(int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (connection.read(bytes) < 0) {
                throw new EOFException(connection.remote() + " closed the connection during the handshake");
            }
        }
        return bytes.flip();
    }
}
