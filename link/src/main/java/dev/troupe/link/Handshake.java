package dev.troupe.link;

import dev.troupe.transport.Connection;
import dev.troupe.transport.Encryption;
import dev.troupe.transport.Identity;
import dev.troupe.transport.NonsenseException;
import dev.troupe.transport.Token;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/// Authenticates the process at the other end before anything else it sends is trusted. The dialling side proves itself first, so that strangers
/// who connect learn nothing.
///
/// ```
/// dialler                                  listener
///    HELLO(magic, version, identity, nonce) →
///                ← CHALLENGE(magic, version, identity, nonce)
///    PROOF(greeting, mac, mac without the connection, group) →
///                ← WELCOME(greeting, mac)      or REFUSED at any point
/// ```
///
/// For a stream, the second half is:
///
/// ```
///    STREAM(mac, mac without the connection, group, request) →
///                ← STREAMING(mac)              or REFUSED
/// ```
///
/// [Proof] says what each MAC covers. A peer that is refused before it has proven itself learns only the code of the reason. Afterwards a refusal
/// has a text and a MAC, and only a refusal with a MAC is trusted.
final class Handshake {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE = 32;
    private static final int LONGEST_TEXT = 512;
    /// The first byte of a TLS record.
    private static final int TLS_HANDSHAKE = 0x1603;
    private static final int TLS_ALERT = 0x1503;

    private final Connection connection;
    private final Identity self;
    private final Token token;
    private final byte[] group;
    private byte[] hello;
    private byte[] challenge;
    private Identity peer;

    Handshake(Connection connection, Identity self, Token token, String group) {
        this.connection = connection;
        this.self = self;
        this.token = token;
        this.group = group.getBytes(StandardCharsets.UTF_8);
    }

    /// Dialling side, first half: learns the identity of the process that answers.
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
        byte[] greeting = ours.bytes();
        write(Frame.PROOF, greeting, proof().of(Proof.Role.DIALLER, greeting, group),
                proof().of(Proof.Role.DIALLER_ANYWHERE, greeting, group), group);
        ByteBuffer welcome = ByteBuffer.wrap(read(Frame.WELCOME, Greeting.SIZE + Proof.SIZE));
        byte[] theirs = take(welcome, Greeting.SIZE);
        if (!proof().right(take(welcome, Proof.SIZE), Proof.Role.LISTENER, theirs, group)) {
            throw otherToken();
        }
        return Greeting.from(ByteBuffer.wrap(theirs));
    }

    /// Dialling side, second half, for a stream instead of a session.
    void proveStream(byte[] request) throws IOException {
        byte[] size = ByteBuffer.allocate(Short.BYTES).putShort((short) group.length).array();
        write(Frame.STREAM, proof().of(Proof.Role.STREAM, request, group), proof().of(Proof.Role.STREAM_ANYWHERE, request, group), size,
                group,
                request);
        if (!proof().right(read(Frame.STREAMING, Proof.SIZE), Proof.Role.STREAMING, request, group)) {
            throw otherToken();
        }
    }

    /// Listening side: what the dialling side wants after it has proven itself; `peer()` is known from then on.
    Purpose challenge() throws IOException {
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
        ByteBuffer frame = frame();
        return frame.get(0) == Frame.STREAM ? stream(frame) : session(frame);
    }

    private Purpose.Session session(ByteBuffer frame) throws IOException {
        ByteBuffer proof = ByteBuffer.wrap(content(frame, Frame.PROOF, Greeting.SIZE + 2 * Proof.SIZE, LinkOptions.LONGEST_GROUP));
        byte[] greeting = take(proof, Greeting.SIZE);
        byte[] mac = take(proof, Proof.SIZE);
        byte[] anywhere = take(proof, Proof.SIZE);
        byte[] theirGroup = take(proof, proof.remaining());
        if (!proof().right(mac, Proof.Role.DIALLER, greeting, theirGroup)) {
            throw proof().right(anywhere, Proof.Role.DIALLER_ANYWHERE, greeting, theirGroup) ? relayed() : otherToken();
        }
        checkGroup(theirGroup);
        return new Purpose.Session(Greeting.from(ByteBuffer.wrap(greeting)));
    }

    private Purpose.Stream stream(ByteBuffer frame) throws IOException {
        ByteBuffer proof = ByteBuffer
                .wrap(content(frame, Frame.STREAM, 2 * Proof.SIZE + Short.BYTES, LinkOptions.LONGEST_GROUP + Frame.MAX_REQUEST));
        byte[] mac = take(proof, Proof.SIZE);
        byte[] anywhere = take(proof, Proof.SIZE);
        int size = Short.toUnsignedInt(proof.getShort());
        if (size > LinkOptions.LONGEST_GROUP || size > proof.remaining()) {
            throw new NonsenseException("the name of its group has " + size + " bytes, of which " + proof.remaining() + " follow");
        }
        byte[] theirGroup = take(proof, size);
        byte[] request = take(proof, proof.remaining());
        if (!proof().right(mac, Proof.Role.STREAM, request, theirGroup)) {
            throw proof().right(anywhere, Proof.Role.STREAM_ANYWHERE, request, theirGroup) ? relayed() : otherToken();
        }
        checkGroup(theirGroup);
        return new Purpose.Stream(request);
    }

    private void checkGroup(byte[] theirs) throws RefusedException {
        if (!Arrays.equals(theirs, group)) {
            throw otherGroup(theirs);
        }
    }

    void welcome(Greeting ours) throws IOException {
        write(Frame.WELCOME, ours.bytes(), proof().of(Proof.Role.LISTENER, ours.bytes(), group));
    }

    /// Listening side: the stream begins.
    void streaming(byte[] request) throws IOException {
        write(Frame.STREAMING, proof().of(Proof.Role.STREAMING, request, group));
    }

    void refuse(RefusedException why) throws IOException {
        byte[] code = {why.reason().code()};
        byte[] words = String.valueOf(why.getMessage()).getBytes(StandardCharsets.UTF_8);
        byte[] text = Arrays.copyOf(words, Math.min(words.length, LONGEST_TEXT));
        switch (why.reason().told()) {
            case NOTHING -> write(Frame.REFUSED, code);
            case TEXT -> write(Frame.REFUSED, code, text);
            case PROVEN_TEXT -> write(Frame.REFUSED, code, proof().of(Proof.Role.REFUSAL, code, text), text);
        }
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
            throw new NonsenseException("it does not speak the link protocol");
        }
    }

    private String versions(Identity other, int version) {
        return "node " + other.nodeId() + " speaks link protocol " + version + ", node " + self.nodeId() + " speaks " + Frame.VERSION
                + "; run the same version of Troupe on both";
    }

    private Proof proof() {
        return new Proof(token, hello, challenge, connection.binding());
    }

    private RefusedException otherToken() {
        return new RefusedException(RefusedException.Reason.TOKEN,
                "node " + peer.nodeId() + " at " + connection.remote() + " has a different token than node " + self.nodeId() + "; copy "
                        + token.origin() + " from one machine to the other");
    }

    private RefusedException relayed() {
        return new RefusedException(RefusedException.Reason.RELAYED,
                "a proxy or an attacker between node " + self.nodeId() + " and node " + peer.nodeId() + " at " + connection.remote()
                        + " terminates the encryption and forwards all traffic: both nodes have the same token, but not the same connection;"
                        + " find it, and do not put a proxy that terminates TLS between them");
    }

    private RefusedException otherGroup(byte[] theirs) {
        return new RefusedException(RefusedException.Reason.GROUP,
                "node " + self.nodeId() + " belongs to " + run(group) + ", node " + peer.nodeId() + " to " + run(theirs)
                        + "; give both the same --group to link them");
    }

    private static String run(byte[] group) {
        return group.length == 0 ? "a run without a name" : "the run '" + printable(ByteBuffer.wrap(group)) + "'";
    }

    private static String printable(ByteBuffer text) {
        return StandardCharsets.UTF_8.decode(text).toString().replaceAll("\\p{Cntrl}", "?");
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

    private static byte[] take(ByteBuffer from, int size) {
        byte[] part = new byte[size];
        from.get(part);
        return part;
    }

    private byte[] read(byte expected, int size) throws IOException {
        return read(expected, size, 0);
    }

    private byte[] read(byte expected, int least, int optional) throws IOException {
        return content(frame(), expected, least, optional);
    }

    /// The next frame, from its kind on.
    private ByteBuffer frame() throws IOException {
        int length = fill(4).getInt();
        if (length >>> 16 == TLS_HANDSHAKE || length >>> 16 == TLS_ALERT) {
            throw new NonsenseException("it uses encryption and this side does not; " + Encryption.AGREE);
        }
        if (length < 1 || length > Frame.MAX_HANDSHAKE) {
            throw new NonsenseException(
                    "it began with a frame of " + (length & 0xffffffffL) + " bytes; at most " + Frame.MAX_HANDSHAKE
                            + " are allowed during the handshake");
        }
        return fill(length);
    }

    private byte[] content(ByteBuffer frame, byte expected, int least, int optional) throws IOException {
        byte kind = frame.get();
        if (kind == Frame.REFUSED && expected != Frame.HELLO && frame.hasRemaining()) {
            throw refusal(frame);
        }
        if (kind != expected || frame.remaining() < least || frame.remaining() > least + optional) {
            throw new NonsenseException(
                    "it sent a frame of kind " + kind + " with " + frame.remaining() + " bytes where kind " + expected + " with " + least
                            + (optional == 0 ? "" : " to " + (least + optional)) + " bytes was expected");
        }
        return take(frame, frame.remaining());
    }

    private IOException refusal(ByteBuffer frame) {
        byte code = frame.get();
        RefusedException.Reason reason = RefusedException.Reason.of(code);
        return switch (reason) {
            case TOKEN -> challenge == null ? unproven() : otherToken();
            case RELAYED -> challenge == null ? unproven() : relayed();
            case VERSION -> new RefusedException(reason, printable(frame));
            case OTHER, ALREADY_LINKED, SESSION_OVER, CLOSING, GROUP, BUSY -> {
                if (challenge == null || frame.remaining() < Proof.SIZE) {
                    yield unproven();
                }
                byte[] mac = take(frame, Proof.SIZE);
                byte[] text = take(frame, frame.remaining());
                yield proof().right(mac, Proof.Role.REFUSAL, new byte[]{code}, text)
                        ? new RefusedException(reason, printable(ByteBuffer.wrap(text)))
                        : unproven();
            }
        };
    }

    private static NonsenseException unproven() {
        return new NonsenseException("it rejected the connection without proving that it knows the token");
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
