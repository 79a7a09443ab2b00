package dev.troupe.values;

import java.lang.invoke.VarHandle;
import org.apache.fory.collection.IdentityObjectIntMap;
import org.apache.fory.context.MapRefWriter;
import org.apache.fory.context.WriteContext;

/// Guards objects that the reader creates only after it has read everything they contain, such as records. If something in them refers back to such an object, the
/// object does not exist yet. The writer detects this: while the object is being written its number is negative, so Fory writes it a second time
/// instead of a reference, and this class rejects that.
final class Unfinished {
    private static final int UNTRACKED = Integer.MIN_VALUE;
    private static final VarHandle WRITTEN = ForyAccess.field(MapRefWriter.class, "writtenObjects", IdentityObjectIntMap.class);

    private Unfinished() {}

    /// The writer returned to an object that it has not finished.
    static final class Cycle extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient Object start;

        Cycle(Object start) {
            super("it contains itself, but can be created only after everything it contains");
            this.start = start;
        }

        Object start() {
            return start;
        }
    }

    /// The object is about to be written.
    ///
    /// @return what [#end] needs
    /// @throws Cycle if it is already being written
    static int begin(WriteContext out, Object value) {
        IdentityObjectIntMap<Object> written = written(out);
        int number = written.get(value, UNTRACKED);
        if (number >= 0) {
            written.put(value, -1 - number);
        } else if (number != UNTRACKED) {
            throw new Cycle(value);
        }
        return number;
    }

    /// Only checks.
    ///
    /// @throws Cycle if the object is already being written
    static void check(WriteContext out, Object value) {
        int number = written(out).get(value, UNTRACKED);
        if (number < 0 && number != UNTRACKED) {
            throw new Cycle(value);
        }
    }

    static void end(WriteContext out, Object value, int number) {
        if (number >= 0) {
            written(out).put(value, number);
        }
    }

    @SuppressWarnings("unchecked")
    private static IdentityObjectIntMap<Object> written(WriteContext out) {
        return (IdentityObjectIntMap<Object>) WRITTEN.get((MapRefWriter) out.getRefWriter());
    }
}
