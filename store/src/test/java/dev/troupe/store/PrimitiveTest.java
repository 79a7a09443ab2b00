package dev.troupe.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PrimitiveTest {
    @Test
    void everyPrimitiveArrayComesBackEqual() {
        for (Object array : new Object[]{new boolean[]{true, false, true}, new byte[]{1, -2}, new char[]{'a', '\uffff'}, new short[]{1, -2},
                new int[]{1, -2, 3}, new long[]{Long.MIN_VALUE, 7}, new float[]{1.5f, Float.NaN}, new double[]{-0.0, Math.PI},
                new byte[0]}) {
            Primitive type = Primitive.of(array).orElseThrow();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment segment = arena.allocate(type.bytes(array) + 1).asSlice(1, type.bytes(array));
                type.copyIn(array, segment);
                Object again = type.copyOut(segment);
                assertEquals(array.getClass(), again.getClass());
                assertArrayEquals(new Object[]{array}, new Object[]{again}, type.toString());
            }
        }
    }

    @Test
    void numbersLieLittleEndian() {
        MemorySegment segment = MemorySegment.ofArray(new byte[4]);
        Primitive.INT.copyIn(new int[]{0x01020304}, segment);
        assertArrayEquals(new byte[]{4, 3, 2, 1}, segment.toArray(ValueLayout.JAVA_BYTE));
    }

    @Test
    void longArraysAreCopiedInPiecesWithoutSeams() {
        float[] floats = new float[3_000_001];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = i;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(Primitive.FLOAT.bytes(floats));
            Primitive.FLOAT.copyIn(floats, segment);
            assertEquals(3_000_000f, segment.getAtIndex((ValueLayout.OfFloat) Primitive.FLOAT.layout(), 3_000_000));
            assertArrayEquals(floats, (float[]) Primitive.FLOAT.copyOut(segment));
        }
    }

    @Test
    void veryLongArraysAreCopiedWholeBySeveralCores() {
        long[] numbers = LongStream.range(0, (40 << 20) / Long.BYTES + 3).toArray();
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(Primitive.LONG.bytes(numbers));
            Primitive.LONG.copyIn(numbers, segment);
            assertArrayEquals(numbers, (long[]) Primitive.LONG.copyOut(segment));
        }
    }

    @Test
    void whatIsNoArrayOfPrimitivesHasNoType() {
        assertEquals(Optional.empty(), Primitive.of("text"));
        assertEquals(Optional.empty(), Primitive.of(new int[1][1]));
        assertEquals(Optional.empty(), Primitive.of(null));
    }

    @Test
    void anotherTypeOfArrayIsRefused() {
        MemorySegment segment = MemorySegment.ofArray(new byte[4]);
        assertThrows(IllegalArgumentException.class, () -> Primitive.FLOAT.copyIn(new int[1], segment));
        assertThrows(IllegalArgumentException.class, () -> Primitive.BOOLEAN.copyIn(new byte[1], segment));
    }
}
