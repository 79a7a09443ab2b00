package dev.troupe.values;

/// Objects that could be written but mean nothing, or something else, in another process: memory outside the heap, which is identified by its address (segments
/// of arrays are fine), and protobuf descriptors, which are equal only to themselves.
final class Unmovable {
    private static final String FOREIGN = "jdk.internal.foreign.";
    private static final String DESCRIPTORS = "com.google.protobuf.Descriptors$";

    private Unmovable() {}

    static boolean is(Class<?> type) {
        return isOutsideTheHeap(type.getName()) || isDescriptor(type);
    }

    private static boolean isOutsideTheHeap(String name) {
        return name.startsWith(FOREIGN) && !name.startsWith("HeapMemorySegment", FOREIGN.length())
                && !name.startsWith("GlobalSession", FOREIGN.length());
    }

    private static boolean isDescriptor(Class<?> type) {
        return type.getName().startsWith(DESCRIPTORS) && !Enum.class.isAssignableFrom(type);
    }

    /// @throws ValueException for segments outside the heap, their arenas and scopes, and for descriptors
    static void refuse(Class<?> type) {
        if (isOutsideTheHeap(type.getName())) {
            throw new ValueException("memory outside the heap cannot leave its process; send an array of it, such as"
                    + " segment.toArray(ValueLayout.JAVA_BYTE), or the reference it was read from");
        }
        if (isDescriptor(type)) {
            throw new ValueException("a protobuf descriptor is valid only in its own process; send the bytes of the message"
                    + " (toByteArray) and parse them there");
        }
    }
}
