package dev.troupe.values;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Writes the values that need no serializer. A chain of `instanceof` rather than a pattern switch: the switch's
/// bootstrap would cost every start of a program some 20 ms.
final class SimpleWriter {
    private SimpleWriter() {}

    /// Whether the value was simple and is now written.
    static boolean write(Object value, Output out) {
        if (value == null) {
            out.writeByte(Tag.NULL);
        } else if (value instanceof String text) {
            writeString(text, out);
        } else if (value instanceof byte[] bytes) {
            int at = array(Tag.BYTES, bytes.length, 1, out);
            System.arraycopy(bytes, 0, out.array(), at, bytes.length);
        } else if (value instanceof Integer number) {
            out.writeByte(Tag.INTEGER);
            out.writeInt(number);
        } else if (value instanceof Long number) {
            out.writeByte(Tag.LONG);
            out.writeLong(number);
        } else if (value instanceof Double number) {
            out.writeByte(Tag.DOUBLE);
            out.writeLong(Double.doubleToRawLongBits(number));
        } else if (value instanceof Boolean truth) {
            out.writeByte(truth ? Tag.TRUE : Tag.FALSE);
        } else {
            return writeRareScalar(value, out) || (value.getClass().isArray() && writeArray(value, out));
        }
        return true;
    }

    /// The exact number of bytes of a simple value (for text, if it is ASCII), so that encoding it allocates one array.
    static int room(Object value) {
        if (value instanceof byte[] bytes) {
            return roomFor(bytes.length, 1);
        }
        if (value instanceof String text) {
            return roomFor(text.length(), 1);
        }
        if (value == null || !value.getClass().isArray()) {
            return 9;
        }
        if (value instanceof double[] doubles) {
            return roomFor(doubles.length, 8);
        }
        if (value instanceof long[] longs) {
            return roomFor(longs.length, 8);
        }
        if (value instanceof float[] floats) {
            return roomFor(floats.length, 4);
        }
        if (value instanceof int[] ints) {
            return roomFor(ints.length, 4);
        }
        if (value instanceof short[] shorts) {
            return roomFor(shorts.length, 2);
        }
        if (value instanceof char[] chars) {
            return roomFor(chars.length, 2);
        }
        return value instanceof boolean[] booleans ? roomFor(booleans.length, 1) : 64;
    }

    private static int roomFor(int count, int width) {
        return (int) Math.min(Integer.MAX_VALUE - 8, 5 + (long) count * width);
    }

    private static boolean writeRareScalar(Object value, Output out) {
        if (value instanceof Float number) {
            out.writeByte(Tag.FLOAT);
            out.writeInt(Float.floatToRawIntBits(number));
        } else if (value instanceof Short number) {
            out.writeByte(Tag.SHORT);
            writeShort(number, out);
        } else if (value instanceof Byte number) {
            out.writeByte(Tag.BYTE);
            out.writeByte(number);
        } else if (value instanceof Character character) {
            out.writeByte(Tag.CHARACTER);
            writeShort(character, out);
        } else {
            return false;
        }
        return true;
    }

    private static void writeShort(int value, Output out) {
        out.writeByte(value);
        out.writeByte(value >> 8);
    }

    private static boolean writeArray(Object value, Output out) {
        if (value instanceof double[] doubles) {
            int at = array(Tag.DOUBLES, doubles.length, 8, out);
            view(out, at, doubles.length * 8).asDoubleBuffer().put(doubles);
        } else if (value instanceof float[] floats) {
            int at = array(Tag.FLOATS, floats.length, 4, out);
            view(out, at, floats.length * 4).asFloatBuffer().put(floats);
        } else if (value instanceof long[] longs) {
            int at = array(Tag.LONGS, longs.length, 8, out);
            view(out, at, longs.length * 8).asLongBuffer().put(longs);
        } else if (value instanceof int[] ints) {
            int at = array(Tag.INTS, ints.length, 4, out);
            view(out, at, ints.length * 4).asIntBuffer().put(ints);
        } else if (value instanceof short[] shorts) {
            int at = array(Tag.SHORTS, shorts.length, 2, out);
            view(out, at, shorts.length * 2).asShortBuffer().put(shorts);
        } else if (value instanceof char[] chars) {
            int at = array(Tag.CHARS, chars.length, 2, out);
            view(out, at, chars.length * 2).asCharBuffer().put(chars);
        } else if (value instanceof boolean[] booleans) {
            int at = array(Tag.BOOLEANS, booleans.length, 1, out);
            for (boolean truth : booleans) {
                out.array()[at++] = (byte) (truth ? 1 : 0);
            }
        } else if (value instanceof String[] strings && value.getClass() == String[].class) {
            array(Tag.STRINGS, strings.length, 0, out);
            for (String text : strings) {
                write(text, out);
            }
        } else {
            return false;
        }
        return true;
    }

    private static void writeString(String text, Output out) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        // Reading it back is the cheapest way (vectorised) to learn whether every character had a UTF-8 form.
        if (new String(utf8, StandardCharsets.UTF_8).equals(text)) {
            int at = array(Tag.STRING, utf8.length, 1, out);
            System.arraycopy(utf8, 0, out.array(), at, utf8.length);
        } else {
            int at = array(Tag.STRING_OF_CHARS, text.length(), 2, out);
            view(out, at, text.length() * 2).asCharBuffer().put(text);
        }
    }

    /// Writes the tag and the number of elements, and reserves the bytes for them.
    private static int array(byte tag, int count, int width, Output out) {
        if ((long) count * width > Integer.MAX_VALUE - 64) {
            throw new ValueException("an array of " + count + " elements takes more than 2 GiB; send it in parts");
        }
        int at = out.claim(5 + count * width);
        out.array()[at] = tag;
        out.putInt(at + 1, count);
        return at + 5;
    }

    private static ByteBuffer view(Output out, int at, int count) {
        return ByteBuffer.wrap(out.array(), at, count).order(ByteOrder.LITTLE_ENDIAN);
    }
}
