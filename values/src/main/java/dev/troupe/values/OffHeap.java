package dev.troupe.values;

/// Memory outside the heap is known by its address, which means nothing in another process and, worse, something else. Segments of arrays
/// are fine.
final class OffHeap {
    private static final String PACKAGE = "jdk.internal.foreign.";

    private OffHeap() {}

    /// @throws ValueException for segments outside the heap, their arenas and scopes
    static void refuse(Class<?> type) {
        String name = type.getName();
        if (name.startsWith(PACKAGE) && !name.startsWith("HeapMemorySegment", PACKAGE.length())
                && !name.startsWith("GlobalSession", PACKAGE.length())) {
            throw new ValueException("memory outside the heap belongs to its process; send an array of it, such as"
                    + " segment.toArray(ValueLayout.JAVA_BYTE), or the reference it was read from");
        }
    }
}
