package dev.troupe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class WholeNumberTest {
    @Test
    void numbersAreRead() {
        assertEquals(0, WholeNumber.of("0"));
        assertEquals(-7, WholeNumber.of("-7"));
        assertEquals(7, WholeNumber.of("+007"));
        assertEquals(Integer.MAX_VALUE, WholeNumber.of("2147483647"));
        assertEquals(Long.MIN_VALUE, WholeNumber.ofLong("-9223372036854775808"));
    }

    @Test
    void whatIsNoNumberIsNamed() {
        assertSays("'two' is not a whole number", () -> WholeNumber.of("two"));
        assertSays("'1.5' is not a whole number", () -> WholeNumber.ofLong("1.5"));
        assertSays("'' is not a whole number", () -> WholeNumber.of(""));
    }

    @Test
    void aNumberThatIsTooLargeIsCalledSoWithTheLimit() {
        assertSays("'2000000000000' is too large; the largest number possible is 2147483647", () -> WholeNumber.of("2000000000000"));
        assertSays("'-2147483649' is too small; the smallest number possible is -2147483648", () -> WholeNumber.of("-2147483649"));
        assertSays("'9223372036854775808' is too large; the largest number possible is 9223372036854775807",
                () -> WholeNumber.ofLong("9223372036854775808"));
    }

    private static void assertSays(String sentence, Runnable reading) {
        assertEquals(sentence, assertThrows(NumberFormatException.class, reading::run).getMessage());
    }
}
