package dev.troupe.systemtests;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DnsQuestionTest {
    /// As `dig` asks, with one more record at the end.
    private static byte[] packet(String... labels) {
        ByteBuffer buffer = ByteBuffer.allocate(200).putShort((short) 0x1234).putShort((short) 0x0100).putShort((short) 1)
                .putShort((short) 0).putShort((short) 0).putShort((short) 1);
        for (String label : labels) buffer.put((byte) label.length()).put(label.getBytes(US_ASCII));
        buffer.put((byte) 0).putShort((short) 1).putShort((short) 1);
        buffer.put(new byte[]{0, 0, 41, 16, 0, 0, 0, 0, 0, 0, 0});
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    @Test
    void aNameIsReadInSmallLetters() {
        byte[] packet = packet("A", "di-Job", "games");
        assertEquals("a.di-job.games", DnsQuestion.read(packet, packet.length).orElseThrow().name());
    }

    @Test
    void anAnswerNamesEveryAddress() throws Exception {
        byte[] packet = packet("a", "b");
        byte[] answer = DnsQuestion.read(packet, packet.length).orElseThrow().answer(Optional.of(List.of("10.244.1.1", "10.244.1.2")));
        assertEquals("12348580000100020000000001610162000001 0001".replace(" ", ""), hex(answer, 0, 21));
        assertEquals("c00c000100010000000000040af40101", hex(answer, 21, 37));
        assertEquals("c00c000100010000000000040af40102", hex(answer, 37, 53));
        assertEquals(53, answer.length);
    }

    @Test
    void whatNobodyKnowsIsSaidToBeUnknown() throws Exception {
        byte[] packet = packet("a");
        byte[] answer = DnsQuestion.read(packet, packet.length).orElseThrow().answer(Optional.empty());
        assertArrayEquals(new byte[]{(byte) 0x85, (byte) 0x83}, Arrays.copyOfRange(answer, 2, 4));
    }

    @Test
    void answersAreNotAnswered() {
        byte[] packet = packet("a");
        packet[2] |= (byte) 0x80;
        assertTrue(DnsQuestion.read(packet, packet.length).isEmpty());
    }

    private static String hex(byte[] bytes, int from, int to) {
        return java.util.HexFormat.of().formatHex(bytes, from, to);
    }
}
