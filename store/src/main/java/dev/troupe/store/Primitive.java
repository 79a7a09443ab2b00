package dev.troupe.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.stream.IntStream;

/// The types whose arrays are copied into and out of memory in bulk, little-endian on every machine.
///
/// ```java
/// Primitive.FLOAT.copyIn(floats, segment);
/// float third = segment.getAtIndex((ValueLayout.OfFloat) Primitive.FLOAT.layout(), 2);   // without a copy
/// float[] again = (float[]) Primitive.FLOAT.copyOut(segment);
/// ```
@SuppressWarnings("ImmutableEnumChecker") // layouts are immutable
public enum Primitive {
    /// `boolean[]`, a byte each
    BOOLEAN(boolean.class, ValueLayout.JAVA_BOOLEAN, ValueLayout.JAVA_BOOLEAN),
    /// `byte[]`
    BYTE(byte.class, ValueLayout.JAVA_BYTE, ValueLayout.JAVA_BYTE),
    /// `char[]`
    CHAR(char.class, ValueLayout.JAVA_CHAR, ValueLayout.JAVA_CHAR_UNALIGNED),
    /// `short[]`
    SHORT(short.class, ValueLayout.JAVA_SHORT, ValueLayout.JAVA_SHORT_UNALIGNED),
    /// `int[]`
    INT(int.class, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT_UNALIGNED),
    /// `long[]`
    LONG(long.class, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG_UNALIGNED),
    /// `float[]`
    FLOAT(float.class, ValueLayout.JAVA_FLOAT, ValueLayout.JAVA_FLOAT_UNALIGNED),
    /// `double[]`
    DOUBLE(double.class, ValueLayout.JAVA_DOUBLE, ValueLayout.JAVA_DOUBLE_UNALIGNED);

    /// Bytes copied at once. The garbage collector waits for the end of each piece; but the JVM copies pieces of less than 2.5 MiB through
    /// the caches, at two thirds of the speed.
    private static final int PIECE = 4 << 20;

    /// From this many pieces on, several cores copy.
    private static final int MANY = 8;

    private final Class<?> type;
    private final ValueLayout onHeap;
    private final ValueLayout layout;

    Primitive(Class<?> type, ValueLayout onHeap, ValueLayout layout) {
        this.type = type;
        this.onHeap = onHeap;
        this.layout = layout.withOrder(ByteOrder.LITTLE_ENDIAN);
    }

    /// The element type of an array; empty if the value is not a primitive array.
    public static Optional<Primitive> of(Object value) {
        return switch (value) {
            case byte[] _ -> Optional.of(BYTE);
            case float[] _ -> Optional.of(FLOAT);
            case double[] _ -> Optional.of(DOUBLE);
            case int[] _ -> Optional.of(INT);
            case long[] _ -> Optional.of(LONG);
            case short[] _ -> Optional.of(SHORT);
            case char[] _ -> Optional.of(CHAR);
            case boolean[] _ -> Optional.of(BOOLEAN);
            case null, default -> Optional.empty();
        };
    }

    /// The Java type of one element.
    public Class<?> type() {
        return type;
    }

    /// The layout of one element in memory: little-endian, without alignment.
    public ValueLayout layout() {
        return layout;
    }

    /// The number of bytes that an array of this type needs.
    public long bytes(Object array) {
        return Array.getLength(array) * layout.byteSize();
    }

    /// Copies a whole array to the beginning of a segment; one of 32 MiB or more must not be confined to a thread.
    public void copyIn(Object array, MemorySegment target) {
        int length = Array.getLength(array);
        if (this == BOOLEAN && array instanceof boolean[] flags) {
            for (int i = 0; i < length; i++) {
                target.set(ValueLayout.JAVA_BYTE, i, flags[i] ? (byte) 1 : 0);
            }
            return;
        }
        MemorySegment source = heap(array);
        eachPiece(length, (at, count) -> MemorySegment.copy(source, onHeap, at, target, layout, at, count));
    }

    /// A new array with the whole content of a segment.
    public Object copyOut(MemorySegment source) {
        long length = source.byteSize() / layout.byteSize();
        if (length > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(length + " elements do not fit in one " + type + "[]; read the segment itself");
        }
        Object array = Array.newInstance(type, (int) length);
        copyOut(source, array);
        return array;
    }

    /// Fills an array from the beginning of a segment; one of 32 MiB or more must not be confined to a thread.
    public void copyOut(MemorySegment source, Object array) {
        int length = Array.getLength(array);
        if (this == BOOLEAN && array instanceof boolean[] flags) {
            for (int i = 0; i < length; i++) {
                flags[i] = source.get(ValueLayout.JAVA_BYTE, i) != 0;
            }
            return;
        }
        MemorySegment target = heap(array);
        eachPiece(length, (at, count) -> MemorySegment.copy(source, layout, at, target, onHeap, at, count));
    }

    private interface Copying {
        /// @param at the first byte
        /// @param count of elements
        void piece(long at, long count);
    }

    /// A single core cannot use the full speed of the memory.
    private void eachPiece(int length, Copying copying) {
        long size = layout.byteSize();
        long piece = PIECE / size;
        IntStream pieces = IntStream.range(0, Math.toIntExact((length + piece - 1) / piece));
        (length >= MANY * piece ? pieces.parallel() : pieces)
                .forEach(i -> copying.piece(i * piece * size, Math.min(piece, length - i * piece)));
    }

    private MemorySegment heap(Object array) {
        if (array.getClass().componentType() != type) {
            throw new IllegalArgumentException(array.getClass().getTypeName() + " is not a " + type + "[]");
        }
        return switch (array) {
            case byte[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            default -> throw new AssertionError(array.getClass());
        };
    }
}
