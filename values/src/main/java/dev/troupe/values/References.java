package dev.troupe.values;

import java.util.Arrays;
import org.apache.fory.Fory;
import org.apache.fory.context.RefReader;
import org.apache.fory.memory.MemoryBuffer;

/// The objects of a value that is being read, by their number. Unlike Fory's own class it never returns null for an object that does not exist yet because its
/// content is still being read.
final class References implements RefReader {
    /// Placeholder for an object that does not exist yet.
    static final Object UNMADE = new Object();
    private static final int USUAL = 16;
    private static final int MOST_KEPT = 1 << 12;

    private Object[] objects = new Object[USUAL];
    private int count;
    private int[] open = new int[USUAL];
    private int openCount;
    private Object last;

    /// Placeholder for an object that does not exist yet, but can be created.
    interface Provisional {
        /// Creates the object now, because another object refers to it.
        Object early();
    }

    @Override
    public byte readRefOrNull(MemoryBuffer buffer) {
        byte flag = buffer.readByte();
        last = flag == Fory.REF_FLAG ? get(buffer.readVarUInt32Small14()) : null;
        return flag;
    }

    @Override
    public int tryPreserveRefId(MemoryBuffer buffer) {
        byte flag = buffer.readByte();
        if (flag == Fory.REF_FLAG) {
            last = get(buffer.readVarUInt32Small14());
            return flag;
        }
        last = null;
        return flag == Fory.REF_VALUE_FLAG ? preserveRefId() : flag;
    }

    @Override
    public int preserveRefId() {
        if (count == objects.length) {
            objects = Arrays.copyOf(objects, count * 2);
        }
        objects[count] = UNMADE;
        return preserveRefId(count++);
    }

    @Override
    public int preserveRefId(int number) {
        if (openCount == open.length) {
            open = Arrays.copyOf(open, openCount * 2);
        }
        open[openCount++] = number;
        return number;
    }

    @Override
    public int lastPreservedRefId() {
        return open[openCount - 1];
    }

    @Override
    public boolean hasPreservedRefId() {
        return openCount > 0;
    }

    @Override
    public void reference(Object object) {
        setReadRef(open[--openCount], object);
    }

    @Override
    public Object getReadRef(int number) {
        return objects[number];
    }

    @Override
    public Object getReadRef() {
        return last;
    }

    @Override
    public void setReadRef(int number, Object object) {
        if (number >= 0) {
            objects[number] = object;
        }
    }

    @Override
    public void reset() {
        if (objects.length > MOST_KEPT) {
            objects = new Object[USUAL];
            open = new int[USUAL];
        } else {
            Arrays.fill(objects, 0, count, null);
        }
        count = 0;
        openCount = 0;
        last = null;
    }

    private Object get(int number) {
        if (number < 0 || number >= count) {
            throw new ValueException("the bytes refer to object " + number + " of " + count);
        }
        Object object = objects[number];
        if (object == UNMADE) {
            throw new ValueException(
                    "the value contains itself through an immutable collection, such as Set.of or Map.of, which is created only after"
                            + " its elements; use a mutable collection there");
        }
        return object instanceof Provisional provisional ? provisional.early() : object;
    }
}
