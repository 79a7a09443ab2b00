package dev.troupe.cli;

import dev.troupe.process.WholeNumber;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/// Parses numbers that users type. The message about an invalid number names it and the reason.
final class TypedNumbers {
    private static final Pattern PLAIN = Pattern.compile("[0-9]{1,9}");

    private TypedNumbers() {}

    static int number(String text) {
        try {
            return WholeNumber.of(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    static long wholeNumber(String text) {
        try {
            return WholeNumber.ofLong(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    static double fraction(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a number");
        }
    }

    static Duration seconds(String text) {
        return PLAIN.matcher(text).matches() ? Duration.ofSeconds(Integer.parseInt(text)) : Exact.seconds(text);
    }

    /// In its own class, because [BigDecimal] computes large powers of five when it is initialized, and all defaults are plain numbers.
    private static final class Exact {
        private static final BigDecimal NANO = BigDecimal.valueOf(1, 9);
        private static final long MOST_SECONDS = Long.MAX_VALUE / 1_000_000_000;

        static Duration seconds(String text) {
            BigDecimal seconds;
            try {
                seconds = new BigDecimal(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is not a number of seconds, such as 2 or 0.5");
            }
            if (seconds.abs().compareTo(BigDecimal.valueOf(MOST_SECONDS)) > 0) {
                throw new TypeConversionException(
                        "'" + text + "' is too " + (seconds.signum() > 0 ? "large; the maximum is " : "small; the minimum is -")
                                + MOST_SECONDS
                                + " seconds");
            }
            // A time shorter than a nanosecond may have such a small exponent that its digits would fill the memory.
            return seconds.abs().compareTo(NANO) < 0 ? Duration.ZERO : Duration.ofNanos(seconds.movePointRight(9).longValue());
        }
    }
}
