package dev.troupe.link;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/// The MACs of one handshake. Each covers who says it, both introductions with their nonces, the connection it is said on, and what is
/// said; a length stands before each part, so that nothing can be moved from one part to the next.
///
/// @param binding what ties it to this very connection, see [Connection#binding()]
record Proof(Token token, byte[] hello, byte[] challenge, byte[] binding) {
    static final int SIZE = 32;
    private static final byte[] ANY_CONNECTION = new byte[0];

    /// Who proves what. A MAC made for one is worth nothing as another.
    enum Role {
        /// The dialling side knows the token, and greets.
        DIALLER("troupe link 2 dialler"),
        /// The same without the connection. Nobody is believed because of it: it only tells a wrong token from somebody who relays.
        DIALLER_ANYWHERE("troupe link 2 dialler on any connection"),
        /// The listening side knows the token, and greets.
        LISTENER("troupe link 2 listener"),
        /// The listening side knows the token, and refuses.
        REFUSAL("troupe link 2 refusal");

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
            case DIALLER, LISTENER, REFUSAL -> binding;
            case DIALLER_ANYWHERE -> ANY_CONNECTION;
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
