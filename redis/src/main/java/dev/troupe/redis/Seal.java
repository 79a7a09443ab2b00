package dev.troupe.redis;

import dev.troupe.link.Token;
import java.nio.ByteBuffer;
import java.security.MessageDigest;

/// The proof, made with the token, that a part of a stream was written by who it says, in this place and order.
record Seal(Token token, Place place, String connection) {
    private static final byte[] ENTRY = Place.bytes("troupe redis entry 1");
    private static final byte[] DIAL = Place.bytes("troupe redis dial 1");
    private static final byte[] MEMBER = Place.bytes("troupe redis member 1");

    byte[] entry(Direction direction, byte kind, long counter, byte[] bytes) {
        byte[] head = ByteBuffer.allocate(10).put((byte) (direction == Direction.DIALLER ? 0 : 1)).put(kind).putLong(counter).array();
        return token.mac(ENTRY, id(), head, bytes);
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

    /// Connection ids have one length, so that nothing can be moved from one part to the next.
    private byte[] id() {
        return Place.bytes(connection);
    }

    private byte[] where() {
        return Place.bytes(place.group() + "/" + place.nodeId());
    }
}
