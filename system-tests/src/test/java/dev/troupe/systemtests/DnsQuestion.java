package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/// A packet that asks for one name, as RFC 1035 has it.
///
/// @param name in small letters, without a dot at its end
/// @param type 1 for an address of version 4
/// @param head the packet up to the end of the question, which the answer repeats
record DnsQuestion(String name, int type, byte[] head) {
    private static final int HEADER = 12;
    private static final int ADDRESS = 1;
    private static final int NO_SUCH_NAME = 3;

    static Optional<DnsQuestion> read(byte[] packet, int length) {
        ByteBuffer buffer = ByteBuffer.wrap(packet, 0, length);
        if (length < HEADER || buffer.getShort(2) < 0 || buffer.getShort(4) != 1) {
            return Optional.empty(); // an answer, or not one question
        }
        buffer.position(HEADER);
        var name = new StringJoiner(".");
        for (int size = buffer.get(); size > 0 && size < 64; size = buffer.get()) {
            byte[] label = new byte[size];
            buffer.get(label);
            name.add(new String(label, US_ASCII).toLowerCase(Locale.ROOT));
        }
        int type = buffer.getShort();
        buffer.getShort(); // the class: the Internet
        return Optional.of(new DnsQuestion(name.toString(), type, Arrays.copyOf(packet, buffer.position())));
    }

    byte[] answer(Optional<List<String>> addresses) throws IOException {
        List<String> found = type == ADDRESS ? addresses.orElse(List.of()) : List.of();
        ByteBuffer buffer = ByteBuffer.allocate(head.length + found.size() * 16).put(head);
        // An answer, by one who knows; recursion as it was asked for.
        buffer.putShort(2, (short) (0x8480 | (head[2] & 1) << 8 | (addresses.isPresent() ? 0 : NO_SUCH_NAME)));
        buffer.putShort(6, (short) found.size()).putShort(8, (short) 0).putShort(10, (short) 0);
        for (String address : found) {
            buffer.putShort((short) (0xC000 | HEADER)).putShort((short) ADDRESS).putShort((short) 1);
            buffer.putInt(0).putShort((short) 4).put(InetAddress.getByName(address).getAddress());
        }
        return buffer.array();
    }
}
