package dev.troupe.systemtests;

/// An IPv4 packet with TCP inside, as its bytes.
final class Packet {
    private static final int TCP = 6;
    private static final int ADDRESSES = 12;
    private static final int TCP_CHECKSUM = 16;

    private Packet() {}

    /// Where the bytes that TCP carries begin; the packet's length if there are none.
    static int payload(byte[] packet) {
        if (packet.length < 20 || packet[0] >> 4 != 4 || packet[9] != TCP) return packet.length;
        int tcp = header(packet);
        return tcp + ((packet[tcp + 12] & 0xf0) >> 2);
    }

    /// Flips a bit the way noise does: the receiver's kernel notices.
    static byte[] disturbed(byte[] packet, int bit) {
        var other = packet.clone();
        other[bit / 8] ^= (byte) (1 << bit % 8);
        return other;
    }

    /// Flips a bit the way an attacker does, with a right checksum: no kernel notices.
    static byte[] forged(byte[] packet, int bit) {
        var other = disturbed(packet, bit);
        int tcp = header(other);
        other[tcp + TCP_CHECKSUM] = 0;
        other[tcp + TCP_CHECKSUM + 1] = 0;
        int length = other.length - tcp;
        long sum = sum(other, ADDRESSES, 8) + TCP + length + sum(other, tcp, length);
        while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
        other[tcp + TCP_CHECKSUM] = (byte) (~sum >> 8);
        other[tcp + TCP_CHECKSUM + 1] = (byte) ~sum;
        return other;
    }

    private static int header(byte[] packet) {
        return (packet[0] & 0xf) * 4;
    }

    private static long sum(byte[] bytes, int from, int length) {
        long sum = 0;
        for (int i = 0; i < length; i++) sum += (bytes[from + i] & 0xffL) << (i % 2 == 0 ? 8 : 0);
        return sum;
    }
}
