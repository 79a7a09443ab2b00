package dev.troupe.values;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SimpleValuesTest {
    private final Values values = Values.with(SimpleValuesTest.class.getClassLoader());

    static Stream<Arguments> simple() {
        return Stream.of(true, false, (byte) -3, (short) -300, 'ß', 42, Integer.MIN_VALUE, 1L << 40, Long.MIN_VALUE,
                1.5f, Float.NaN, -2.5, Double.NEGATIVE_INFINITY, "", "hello", "größer", "日本語 🎭", "\ud800 lone", "a?b",
                new byte[]{1, -2, 3}, new boolean[]{true, false}, new short[]{1, -2}, new char[]{'a', '\ud800'},
                new int[]{1, -2}, new long[]{1, -2}, new float[]{1, Float.NaN}, new double[]{1, -0.0},
                new String[]{"a", null, ""}, new byte[0], new double[0], new String[0]).map(value -> Arguments.of((Object) value));
    }

    @ParameterizedTest
    @MethodSource("simple")
    void comesBackAsItWas(Object value) {
        assertSameValue(value, values.decode(values.encode(value)));
    }

    @Test
    void nullComesBackAsNull() {
        assertSame(null, values.decode(values.encode(null)));
    }

    @Test
    void valuesFollowOneAnotherInOneBuffer() {
        Output out = new Output(1);
        out.writeText("event");
        out.writeInt(3);
        Object[] written = {"one", new byte[300], null};
        for (Object value : written) {
            values.write(value, out);
        }
        byte[] shifted = new byte[out.length() + 7];
        System.arraycopy(out.array(), 0, shifted, 5, out.length());

        Input in = new Input(shifted, 5, out.length());
        assertEquals("event", in.readText());
        assertEquals(3, in.readInt());
        for (Object value : written) {
            assertSameValue(value, values.read(in));
        }
        assertEquals(0, in.remaining());
    }

    @Test
    void anEncodedArrayTakesFiveBytesMoreThanItsContent() {
        assertEquals(105, values.encode(new byte[100]).length);
        assertEquals(805, values.encode(new double[100]).length);
    }

    @Test
    void aHugeAnnouncedLengthIsRefusedBeforeAnythingIsAllocated() {
        byte[] bytes = {Tag.LONGS, -1, -1, -1, 127, 0, 0};
        ValueException e = assertThrows(ValueException.class, () -> values.decode(bytes));
        assertTrue(e.getMessage().contains("a long[] of 2147483647 elements"), e.getMessage());
    }

    @Test
    void bytesLeftOverAreAnError() {
        byte[] bytes = {Tag.TRUE, 0, 0};
        ValueException e = assertThrows(ValueException.class, () -> values.decode(bytes));
        assertEquals("2 bytes are left after a value of 1 bytes", e.getMessage());
    }

    static void assertSameValue(Object expected, Object actual) {
        assertArrayEquals(new Object[]{expected}, new Object[]{actual});
    }
}
