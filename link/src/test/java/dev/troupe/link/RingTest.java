package dev.troupe.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RingTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatComesOutIsWhatWentInWhateverWrapsAndGrows(long seed) {
        Random random = new Random(seed);
        Ring ring = new Ring(256 << 10);
        ByteArrayOutputStream in = new ByteArrayOutputStream();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long read = 0;
        for (int step = 0; step < 5_000; step++) {
            byte[] message = new byte[random.nextInt(random.nextInt(20) == 0 ? 60_000 : 200)];
            random.nextBytes(message);
            if (ring.fits(message.length)) {
                if (random.nextBoolean()) {
                    ring.put(Frame.MESSAGE, 3, message, 0, message.length);
                    in.writeBytes(ByteBuffer.allocate(6).putInt(message.length + 2).put(Frame.MESSAGE).put((byte) 3).array());
                } else {
                    ring.put(Frame.PART, 4, message, 0, message.length);
                    in.writeBytes(ByteBuffer.allocate(6).putInt(message.length + 2).put(Frame.PART).put((byte) 4).array());
                }
                in.writeBytes(message);
            }
            if (random.nextInt(3) == 0) {
                read = random.nextBoolean() ? copy(ring, read, out) : pieces(ring, read, out);
                ring.free(read);
            }
            assertTrue(ring.used() <= 256 << 10);
        }
        pieces(ring, read, out);
        assertEquals(ByteBuffer.wrap(in.toByteArray()), ByteBuffer.wrap(out.toByteArray()));
    }

    private static long copy(Ring ring, long from, ByteArrayOutputStream out) {
        ByteBuffer bytes = ByteBuffer.allocate((int) (ring.end() - from));
        ring.copy(from, ring.end(), bytes);
        out.writeBytes(bytes.array());
        return ring.end();
    }

    private static long pieces(Ring ring, long from, ByteArrayOutputStream out) {
        while (from < ring.end()) {
            ByteBuffer piece = ring.piece(from, ring.end());
            byte[] bytes = new byte[piece.remaining()];
            piece.get(bytes);
            out.writeBytes(bytes);
            from += bytes.length;
        }
        return from;
    }

    @Test
    void itCountsMessagesNotFragments() {
        Ring ring = new Ring(256 << 10);
        ring.put(Frame.MESSAGE, 1, new byte[10], 0, 10);
        long first = ring.end();
        ring.put(Frame.PART, 1, new byte[10], 0, 10);
        ring.put(Frame.MESSAGE, 1, new byte[0], 0, 0);
        ring.put(Frame.MESSAGE, 2, new byte[1], 0, 1);
        assertEquals(3, ring.messages());
        ring.free(first);
        assertEquals(2, ring.messages());
    }
}
