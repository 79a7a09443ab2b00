package dev.troupe.process;

import java.math.BigInteger;

/// Parses whole numbers that people type, on a command line or in a variable.
public final class WholeNumber {
    private WholeNumber() {}

    /// An `int`, with a sign or without.
    ///
    /// @throws NumberFormatException whose message names the text and what is wrong with it
    public static int of(String text) {
        return Math.toIntExact(between(Integer.MIN_VALUE, Integer.MAX_VALUE, text));
    }

    /// A `long`, with a sign or without.
    ///
    /// @throws NumberFormatException whose message names the text and what is wrong with it
    public static long ofLong(String text) {
        return between(Long.MIN_VALUE, Long.MAX_VALUE, text);
    }

    private static long between(long least, long most, String text) {
        if (!text.matches("[+-]?\\d+")) {
            throw new NumberFormatException("'" + text + "' is not a whole number");
        }
        BigInteger number = new BigInteger(text);
        if (number.compareTo(BigInteger.valueOf(most)) > 0) {
            throw new NumberFormatException("'" + text + "' is too large; the largest number possible is " + most);
        }
        if (number.compareTo(BigInteger.valueOf(least)) < 0) {
            throw new NumberFormatException("'" + text + "' is too small; the smallest number possible is " + least);
        }
        return number.longValueExact();
    }
}
