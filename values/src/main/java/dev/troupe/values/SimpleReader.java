package dev.troupe.values;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Reads what `SimpleWriter` wrote.
final class SimpleReader {
    private SimpleReader() {}

    static Object read(byte tag, Input in) {
        return switch (tag) {
            case Tag.NULL -> null;
            case Tag.FALSE -> false;
            case Tag.TRUE -> true;
            case Tag.BYTE -> in.readByte();
            case Tag.SHORT -> readShort(in);
            case Tag.CHARACTER -> (char) readShort(in);
            case Tag.INTEGER -> in.readInt();
            case Tag.LONG -> in.readLong();
            case Tag.FLOAT -> Float.intBitsToFloat(in.readInt());
            case Tag.DOUBLE -> Double.longBitsToDouble(in.readLong());
            case Tag.STRING -> {
                int count = in.readCount(1, "a string");
                yield new String(in.array(), in.claim(count, "a string"), count, StandardCharsets.UTF_8);
            }
            case Tag.STRING_OF_CHARS -> new String((char[]) read(Tag.CHARS, in));
            case Tag.STRINGS -> readStrings(in);
            default -> readArray(tag, in);
        };
    }

    private static Object readArray(byte tag, Input in) {
        return switch (tag) {
            case Tag.BYTES -> in.readBytes(in.readCount(1, "a byte[]"));
            case Tag.BOOLEANS -> {
                boolean[] array = new boolean[in.readCount(1, "a boolean[]")];
                int at = in.claim(array.length, "a boolean[]");
                for (int i = 0; i < array.length; i++) {
                    array[i] = in.array()[at + i] != 0;
                }
                yield array;
            }
            case Tag.SHORTS -> {
                short[] array = new short[in.readCount(2, "a short[]")];
                view(in, array.length * 2).asShortBuffer().get(array);
                yield array;
            }
            case Tag.CHARS -> {
                char[] array = new char[in.readCount(2, "a char[]")];
                view(in, array.length * 2).asCharBuffer().get(array);
                yield array;
            }
            case Tag.INTS -> {
                int[] array = new int[in.readCount(4, "an int[]")];
                view(in, array.length * 4).asIntBuffer().get(array);
                yield array;
            }
            case Tag.LONGS -> {
                long[] array = new long[in.readCount(8, "a long[]")];
                view(in, array.length * 8).asLongBuffer().get(array);
                yield array;
            }
            case Tag.FLOATS -> {
                float[] array = new float[in.readCount(4, "a float[]")];
                view(in, array.length * 4).asFloatBuffer().get(array);
                yield array;
            }
            case Tag.DOUBLES -> {
                double[] array = new double[in.readCount(8, "a double[]")];
                view(in, array.length * 8).asDoubleBuffer().get(array);
                yield array;
            }
            default -> throw new ValueException("no value begins with byte " + tag
                    + "; the sender uses another version of Troupe, or these bytes are not a value");
        };
    }

    private static String[] readStrings(Input in) {
        String[] array = new String[in.readCount(1, "a String[]")];
        for (int i = 0; i < array.length; i++) {
            byte tag = in.readByte();
            if (tag != Tag.NULL && tag != Tag.STRING && tag != Tag.STRING_OF_CHARS) {
                throw new ValueException("element " + i + " of a String[] is not a string: it begins with byte " + tag);
            }
            array[i] = (String) read(tag, in);
        }
        return array;
    }

    private static short readShort(Input in) {
        return (short) ((in.readByte() & 0xff) | in.readByte() << 8);
    }

    private static ByteBuffer view(Input in, int count) {
        return ByteBuffer.wrap(in.array(), in.claim(count, "an array"), count).order(ByteOrder.LITTLE_ENDIAN);
    }
}
