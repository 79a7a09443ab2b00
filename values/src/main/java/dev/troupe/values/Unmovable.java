package dev.troupe.values;

/// What could be written but means nothing in another process, or, worse, something else: memory outside the heap, known by its address (segments
/// of arrays are fine), and descriptors of protobuf, known by their identity.
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
