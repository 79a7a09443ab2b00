package dev.troupe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class TypedNumbersTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "2, 2000000000", "007, 7000000000", "999999999, 999999999000000000", "1234567890, 1234567890000000000",
            "0.5, 500000000", "-1, -1000000000", "1e-9, 1", "1e-400, 0", "+3, 3000000000", "2.0000000019, 2000000001"})
    void secondsMayBeWrittenInEveryUsualWay(String text, long nanos) {
        assertEquals(Duration.ofNanos(nanos), TypedNumbers.seconds(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "1 s", "0x10", "1,5", "1e30"})
    void whatIsNoNumberOfSecondsIsNamed(String text) {
        var wrong = assertThrows(TypeConversionException.class, () -> TypedNumbers.seconds(text));
        assertEquals("'" + text + "'", wrong.getMessage().substring(0, text.length() + 2));
    }

    @Test
    void theLargestNumberOfSecondsIsNamed() {
        var wrong = assertThrows(TypeConversionException.class, () -> TypedNumbers.seconds("9223372037"));
        assertEquals("'9223372037' is too large; the maximum is 9223372036 seconds", wrong.getMessage());
    }
}
