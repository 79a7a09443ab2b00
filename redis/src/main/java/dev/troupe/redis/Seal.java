package dev.troupe.redis;

import dev.troupe.transport.Token;
import java.security.MessageDigest;

/// Everything that is derived from the token for one connection: the proof of the connection request, and the keys of both directions.
record Seal(Token token, Place place, String connection) {
    private static final byte[] KEY = Place.bytes("troupe redis key 2");
    private static final byte[] DIAL = Place.bytes("troupe redis dial 1");
    private static final byte[] MEMBER = Place.bytes("troupe redis member 1");

    /// The key of one direction.
    ///
    /// @param salt chosen by the writing side
    Envelope envelope(Direction from, byte[] salt) {
        byte[] side = {(byte) (from == Direction.DIALLER ? 0 : 1)};
        return new Envelope(salt, token.mac(KEY, id(), side, salt));
    }

    byte[] dial() {
        return token.mac(DIAL, id(), where());
    }

    static byte[] member(Token token, Place place, byte[] incarnation) {
        return token.mac(MEMBER, incarnation, new Seal(token, place, "").where());
    }

    static boolean same(byte[] one, byte[] other) {
        return MessageDigest.isEqual(one, other);
    }

    /// Connection ids all have the same length, so that the parts cannot be confused.
    private byte[] id() {
        return Place.bytes(connection);
    }

    private byte[] where() {
        return Place.bytes(place.group() + "/" + place.nodeId());
    }
}
