package dev.troupe.link;

import java.nio.ByteBuffer;
import java.util.Random;

/// Frames as they should not be, the same ones for the same seed.
final class Mutations {
    private static final byte[] KINDS = {Frame.PART, Frame.MESSAGE, Frame.ACK, Frame.WINDOW,
            Frame.PING, Frame.GOODBYE};

    final Random random;

    Mutations(long seed) {
        this.random = new Random(seed);
    }

    ByteBuffer hello(int nodeId) {
        return introduction(Frame.HELLO, nodeId);
    }

    ByteBuffer introduction(byte kind, int nodeId) {
        return ByteBuffer.allocate(57).putInt(53).put(kind).putInt(Frame.MAGIC).putInt(Frame.VERSION).putInt(nodeId).clear();
    }

    ByteBuffer proof() {
        return ByteBuffer.allocate(94).putInt(90).put(Frame.PROOF).putLong(random.nextLong()).clear();
    }

    /// A frame of a session, well-formed as yet.
    ByteBuffer frame() {
        byte kind = random.nextInt(10) == 0 ? (byte) random.nextInt() : KINDS[random.nextInt(KINDS.length)];
        int size = switch (kind) {
            case Frame.ACK, Frame.GOODBYE -> 8;
            case Frame.WINDOW -> 9;
            case Frame.PING -> 0;
            default -> 10 + random.nextInt(300);
        };
        ByteBuffer frame = ByteBuffer.allocate(5 + size).putInt(size + 1).put(kind);
        if (frame.hasRemaining()) {
            frame.put((byte) random.nextInt(3));
        }
        return frame.clear();
    }

    ByteBuffer mutated(ByteBuffer frame) {
        switch (random.nextInt(8)) {
            case 0 -> frame.putInt(0, random.nextInt());
            case 1 -> frame.putInt(0, frame.getInt(0) + random.nextInt(7) - 3);
            case 2 -> frame.put(4, (byte) random.nextInt());
            case 3 -> frame.limit(4 + random.nextInt(frame.limit() - 4));
            case 4 -> {
                byte[] noise = new byte[frame.limit()];
                random.nextBytes(noise);
                frame.put(noise).clear();
            }
            case 5 -> frame.put(random.nextInt(frame.limit()), (byte) (1 << random.nextInt(8)));
            case 6 -> frame.put(Math.min(5, frame.limit() - 1), (byte) random.nextInt());
            default -> {
                for (int i = 0; i < 4; i++) {
                    frame.put(random.nextInt(frame.limit()), (byte) random.nextInt());
                }
            }
        }
        return frame;
    }
}
