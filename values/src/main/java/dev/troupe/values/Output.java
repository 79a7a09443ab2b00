package dev.troupe.values;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A buffer that grows as values are written into it one after another. Not thread-safe; `clear` makes it ready for reuse.
public final class Output {
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private byte[] bytes;
    private int length;

    public Output(int capacity) {
        bytes = new byte[capacity];
    }

    /// The array behind this buffer, valid up to `length()` and until the next write.
    public byte[] array() {
        return bytes;
    }

    public int length() {
        return length;
    }

    public void clear() {
        length = 0;
    }

    /// The written bytes as a separate array (the buffer's own array if it is exactly full).
    public byte[] toBytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    public void writeByte(int value) {
        int at = claim(1);
        bytes[at] = (byte) value;
    }

    public void writeInt(int value) {
        putInt(claim(4), value);
    }

    public void writeLong(long value) {
        int at = claim(8);
        putInt(at, (int) value);
        putInt(at + 4, (int) (value >>> 32));
    }

    public void writeBytes(byte[] source, int offset, int count) {
        int at = claim(count);
        System.arraycopy(source, offset, bytes, at, count);
    }

    /// Writes a name or other text, preceded by its length. Unpaired surrogates are not kept; `Values.write` keeps them.
    public void writeText(String text) {
        writeArray(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Writes a whole array, preceded by its length.
    public void writeArray(byte[] array) {
        writeInt(array.length);
        writeBytes(array, 0, array.length);
    }

    /// Reserves `count` more bytes, counts them as written, and returns where they begin.
    int claim(int count) {
        int at = length;
        if (count > bytes.length - at) {
            grow(count);
        }
        length = at + count;
        return at;
    }

    void putInt(int at, int value) {
        bytes[at] = (byte) value;
        bytes[at + 1] = (byte) (value >> 8);
        bytes[at + 2] = (byte) (value >> 16);
        bytes[at + 3] = (byte) (value >> 24);
    }

    /// Discards what was written after that position.
    public void truncate(int to) {
        length = to;
    }

    /// Continues with an array into which other code wrote after `array()` was full.
    void adopt(byte[] array, int written) {
        bytes = array;
        length = written;
    }

    private void grow(int count) {
        long needed = (long) length + count;
        if (needed > LARGEST) {
            throw new ValueException("a value of more than 2 GiB was written; send it in parts");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST, Math.max(needed, bytes.length * 2L)));
    }
}
