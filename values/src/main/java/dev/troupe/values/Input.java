package dev.troupe.values;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// Reads values from a part of an array, in the order in which they were written. Nothing is copied before it is read.
public final class Input {
    private final byte[] bytes;
    private final int end;
    private int position;

    public Input(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        this.bytes = bytes;
        this.position = offset;
        this.end = offset + length;
    }

    public Input(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public int remaining() {
        return end - position;
    }

    public byte readByte() {
        return bytes[claim(1, "a byte")];
    }

    public int readInt() {
        return intAt(claim(4, "an int"));
    }

    public long readLong() {
        int at = claim(8, "a long");
        return (intAt(at) & 0xffffffffL) | (long) intAt(at + 4) << 32;
    }

    /// Reads what `Output.writeText` wrote.
    public String readText() {
        int count = readCount(1, "a text");
        return new String(bytes, claim(count, "a text"), count, StandardCharsets.UTF_8);
    }

    /// Reads what `Output.writeArray` wrote.
    public byte[] readArray() {
        return readBytes(readCount(1, "an array"));
    }

    public byte[] readBytes(int count) {
        byte[] copy = new byte[check(count, "bytes")];
        System.arraycopy(bytes, claim(count, "bytes"), copy, 0, count);
        return copy;
    }

    byte[] array() {
        return bytes;
    }

    /// Skips `count` bytes and returns where they began.
    int claim(int count, String what) {
        int at = position;
        position = at + check(count, what);
        return at;
    }

    /// Reads the number of elements of at least `width` bytes that follow, and checks that so many bytes are there.
    int readCount(int width, String what) {
        int count = intAt(claim(4, what));
        if (count < 0 || count > remaining() / width) {
            throw new ValueException("the bytes announce " + what + " of " + count + " elements, but only "
                    + remaining() + " bytes follow");
        }
        return count;
    }

    private int check(int count, String what) {
        if (count < 0 || count > end - position) {
            throw new ValueException(
                    "the bytes end too early: " + what + " takes " + count + " bytes, " + remaining() + " are left");
        }
        return count;
    }

    private int intAt(int at) {
        return (bytes[at] & 0xff) | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
    }
}
