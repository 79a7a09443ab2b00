package dev.troupe.values;

/// The first byte of every value. Constants rather than an enum: they are the wire format.
final class Tag {
    static final byte NULL = 0;
    static final byte FALSE = 1;
    static final byte TRUE = 2;
    static final byte BYTE = 3;
    static final byte SHORT = 4;
    static final byte CHARACTER = 5;
    static final byte INTEGER = 6;
    static final byte LONG = 7;
    static final byte FLOAT = 8;
    static final byte DOUBLE = 9;
    static final byte STRING = 10;
    /// A string with unpaired surrogates, which UTF-8 cannot carry.
    static final byte STRING_OF_CHARS = 11;
    static final byte BYTES = 12;
    static final byte BOOLEANS = 13;
    static final byte SHORTS = 14;
    static final byte CHARS = 15;
    static final byte INTS = 16;
    static final byte LONGS = 17;
    static final byte FLOATS = 18;
    static final byte DOUBLES = 19;
    static final byte STRINGS = 20;
    static final byte OBJECT = 21;
    /// A throwable that could not be written as it is: class name, message, stack trace, cause.
    static final byte THROWABLE = 22;

    private Tag() {}
}
