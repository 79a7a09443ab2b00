package dev.troupe.link;

import dev.troupe.transport.Connection;
import dev.troupe.transport.Token;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/// The MACs of one handshake. Each covers the role of its sender, both introductions with their nonces, the binding of the connection, and the
/// content. Each part is preceded by its length, so that no byte can be moved from one part to the next.
///
/// @param binding binds the proof to this connection, see [Connection#binding()]
record Proof(Token token, byte[] hello, byte[] challenge, byte[] binding) {
    static final int SIZE = 32;
    private static final byte[] ANY_CONNECTION = new byte[0];

    /// The purpose of a MAC. A MAC made for one purpose is invalid for another.
    enum Role {
        /// The dialling side proves that it knows the token, and greets.
        DIALLER("troupe link 2 dialler"),
        /// The same without the connection. It authenticates nobody: it only distinguishes a wrong token from a relayed connection.
        DIALLER_ANYWHERE("troupe link 2 dialler on any connection"),
        /// The listening side proves that it knows the token, and greets.
        LISTENER("troupe link 2 listener"),
        /// The listening side proves that it knows the token, and refuses.
        REFUSAL("troupe link 2 refusal"),
        /// The dialling side proves that it knows the token, and requests a stream. Nobody can turn this into the proof of a session, or the reverse.
        STREAM("troupe link 2 stream"),
        /// The same without the connection, like [#DIALLER_ANYWHERE].
        STREAM_ANYWHERE("troupe link 2 stream on any connection"),
        /// The listening side proves that it knows the token, and serves the stream.
        STREAMING("troupe link 2 streaming");

        private final String label;

        Role(String label) {
            this.label = label;
        }

        private byte[] bytes() {
            return label.getBytes(StandardCharsets.US_ASCII);
        }
    }

    byte[] of(Role role, byte[]... said) {
        byte[] connection = switch (role) {
            case DIALLER, LISTENER, REFUSAL, STREAM, STREAMING -> binding;
            case DIALLER_ANYWHERE, STREAM_ANYWHERE -> ANY_CONNECTION;
        };
        byte[][] parts = new byte[2 * (4 + said.length)][];
        int next = 0;
        for (byte[] part : new byte[][]{role.bytes(), hello, challenge, connection}) {
            next = add(parts, next, part);
        }
        for (byte[] part : said) {
            next = add(parts, next, part);
        }
        return token.mac(parts);
    }

    boolean right(byte[] mac, Role role, byte[]... said) {
        return MessageDigest.isEqual(mac, of(role, said));
    }

    private static int add(byte[][] parts, int next, byte[] part) {
        parts[next] = ByteBuffer.allocate(4).putInt(part.length).array();
        parts[next + 1] = part;
        return next + 2;
    }
}
